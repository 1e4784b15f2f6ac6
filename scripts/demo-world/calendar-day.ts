const DAY = 86_400_000;
const written = new Map<number, string>();

/** Adds days to a date, both as YYYY-MM-DD. */
export function daysAfter(day: string, days: number): string {
  const number = Date.parse(day) / DAY + days;
  let text = written.get(number);
  if (text === undefined) {
    text = new Date(number * DAY).toISOString().slice(0, 10);
    written.set(number, text);
  }
  return text;
}
