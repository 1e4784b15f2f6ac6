// The same days recur in every row of a listing, and parsing and formatting each takes time (docs/figures.md). Each day
// therefore has one shared Date, which must not be mutated.

const DAYS_MAX = 10_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

const days = new Map<string, Date>();
const texts = new WeakMap<Date, string>();

/** Parses a day, or a timestamp as PostgreSQL writes it in JSON. */
export function dateOf(text: string): Date {
  const known = days.get(text);
  if (known) return known;
  const date = new Date(text);
  if (text.length !== DAY_LENGTH) return date;
  if (days.size >= DAYS_MAX) days.clear();
  days.set(text, date);
  texts.set(date, text);
  return date;
}

/** Formats as YYYY-MM-DD. */
export function dayText(date: Date): string {
  return texts.get(date) ?? date.toISOString().slice(0, DAY_LENGTH);
}
