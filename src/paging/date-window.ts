// The date window given by `from` and `to`, both YYYY-MM-DD and both inclusive. Either side may be left open.
import { errors } from '../errors.js';

export type DateWindow = { from: string | null; to: string | null };

export function dateWindow(from: string | null | undefined, to: string | null | undefined): DateWindow {
  if (from && to) {
    if (from > to) throw errors.datesOutOfOrder();
    if (oneYearBefore(to) > from) throw errors.dateRangeTooLong();
  }
  return { from: from ?? null, to: to ?? null };
}

/** Whether the text is a calendar day in the form YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The same day of the previous year, for comparison as text: for 29 February it may not be a calendar day, but still
 * sorts between its neighbours. Counts back because the year after 9999 does not fit the format.
 */
function oneYearBefore(day: string): string {
  return String(Number(day.slice(0, 4)) - 1).padStart(4, '0') + day.slice(4);
}
