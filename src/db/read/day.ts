// Days come again and again, in every row of a listing: reading and writing each anew takes a page of 100 battles 300 µs of
// processor time (docs/figures.md). There is one Date for each day, which must not be changed.

const DAYS_MAX = 10_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

const days = new Map<string, Date>();
const texts = new WeakMap<Date, string>();

/** Of a day, or of a moment as PostgreSQL writes it in JSON. */
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

/** In the form YYYY-MM-DD. */
export function dayText(date: Date): string {
  return texts.get(date) ?? date.toISOString().slice(0, DAY_LENGTH);
}
