// Numbers and lists as people write them.

export const plural = (count: number, one: string, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`;

/** Made once: toLocaleString makes one for each number, which took most of the time of a page. */
const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });

/** 12,345. */
export const grouped = (value: number) => numbers.format(value);

/** Never on a line of its own. */
export const PERCENT = '\u00a0%';

/** With its sign, which is a real minus. */
export const signed = (value: number) => (value > 0 ? `+${grouped(value)}` : grouped(value).replace('-', '−'));

/** Wins, draws and losses. */
export const recordOf = ({ wins, draws, losses }: { wins: number; draws: number; losses: number }) =>
  `${wins}–${draws}–${losses}`;

export const placeOf = ({ city, country }: { city: string | null; country: string | null }) =>
  [city, country].filter(Boolean).join(', ');

/** 1st, 2nd, 3rd, 4th. */
export function ordinal(place: number): string {
  const ending = ['th', 'st', 'nd', 'rd'][(place % 100) - (place % 10) === 10 ? 0 : place % 10] ?? 'th';
  return `${place}${ending}`;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
