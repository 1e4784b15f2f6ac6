// Dates are local to the venue; no time zone is ever involved.
import type { TournamentStatus } from '../operations.generated.js';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

type Parts = { year: number; month: string; day: number };

function partsOf(date: string): Parts {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return { year, month: MONTHS[month - 1] ?? '', day };
}

export function dayInWords(date: string): string {
  const { year, month, day } = partsOf(date);
  return `${day} ${month} ${year}`;
}

/** Formats `YYYY-MM`. */
export function monthInWords(month: string): string {
  const { year, month: name } = partsOf(`${month}-01`);
  return `${name} ${year}`;
}

/** Formats `YYYY-MM` as `Mar 26`. */
export const shortMonth = (month: string) => `${monthInWords(month).slice(0, 3)} ${month.slice(2, 4)}`;

export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{dayInWords(date)}</time>;
}

type Dated = { status: TournamentStatus; startDate: string | null; endDate: string | null };

/** The days of a tournament, without repeating a shared month or year; empty for one that has begun without a date. */
export function daysInWords({ status, startDate: from, endDate: to }: Dated): string {
  if (from === null) return status === 'planned' ? 'Date to be announced' : '';
  if (to === null || to === from) return dayInWords(from);
  const [a, b] = [partsOf(from), partsOf(to)];
  if (a.year !== b.year) return `${dayInWords(from)} – ${dayInWords(to)}`;
  return a.month === b.month ? `${a.day}–${dayInWords(to)}` : `${a.day} ${a.month} – ${dayInWords(to)}`;
}

export function daysOf(tournament: Dated) {
  const words = daysInWords(tournament);
  return tournament.startDate === null ? words : <time dateTime={tournament.startDate}>{words}</time>;
}
