// Formatting of numbers and lists for visitors.

export const plural = (count: number, one: string, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`;

/** Empty for a club that has not said how many it has: then 0 is stored. */
export const membersOf = ({ members }: { members: number }) => (members === 0 ? '' : plural(members, 'member'));

/** Created once: toLocaleString creates a formatter for each number, which took most of the time of a page. */
const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });

/** Formats 12345 as `12,345`, with as many decimals as battle points have. */
export const grouped = (value: number) => numbers.format(value);

/** Has a non-breaking space, so that the sign never starts a line. */
export const NBSP_PERCENT = '\u00a0%';

/** Formats a number with its sign; the minus is U+2212. */
export const signed = (value: number) => (value > 0 ? `+${grouped(value)}` : grouped(value).replace('-', '−'));

export const recordOf = ({ wins, draws, losses }: { wins: number; draws: number; losses: number }) =>
  `${wins}–${draws}–${losses}`;

export const locationOf = ({ city, country }: { city: string | null; country: string | null }) =>
  [city, country].filter(Boolean).join(', ');

/** Why a player did not play a round. */
export const UNPLAYED = { bye: 'bye', walkover: 'walkover', noShow: 'no-show' };

/** 1st, 2nd, 3rd, 4th. */
export function ordinal(place: number): string {
  const ending = ['th', 'st', 'nd', 'rd'][(place % 100) - (place % 10) === 10 ? 0 : place % 10] ?? 'th';
  return `${place}${ending}`;
}

type Won = { winners: readonly { name: string | null; faction: string | null }[]; teamCount: number };

/** `Won by Ann with Gravemarch and Bo.`, or nothing without a winner, and where a team has won. */
export function wonBy({ winners, teamCount }: Won, unnamed: string): string {
  if (winners.length === 0 || teamCount > 0) return '';
  const each = winners.map(({ name, faction }) => `${name ?? unnamed}${faction ? ` with ${faction}` : ''}`);
  return `Won by ${each.join(' and ')}.`;
}

/** A name in a place that has room for so many letters. */
export function shortened(name: string, lettersMax: number): string {
  const letters = [...name];
  return letters.length > lettersMax ? `${letters.slice(0, lettersMax - 1).join('')}…` : name;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
