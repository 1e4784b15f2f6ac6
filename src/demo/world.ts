// The demo world: an invented one with an example of everything that the service can show. npm run demo:make makes its
// files.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { BundleRecord } from '@battle-results/bundle-format/record';

/** The Sunday that the dates of the files are about: what is ongoing has begun by then, what is planned has not. */
export const WORLD_DAY = '2026-11-15';

const DAY_MS = 86_400_000;

/**
 * All records, with dates as on the last Sunday of that day: they move by whole weeks, so that what is played at a
 * weekend stays there. Slugs and names stay, the years in them too, since documentation and examples refer to them.
 */
export function* demoWorld(day: string): Generator<BundleRecord> {
  const days = 7 * Math.floor(daysBetween(WORLD_DAY, day) / 7);
  for (const record of readLines<BundleRecord>('world.jsonl.gz')) yield moved(record, days);
}

export const today = (): string => dayOf(Date.now());

/** Both as YYYY-MM-DD. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The lines of a file beside this one, each parsed when it is asked for. */
export function* readLines<Line>(file: string): Generator<Line> {
  const text = gunzipSync(readFileSync(new URL(file, import.meta.url))).toString();
  for (const line of text.trimEnd().split('\n')) yield JSON.parse(line) as Line;
}

/** The record with its dates that many days later. */
export function moved<Kind extends BundleRecord>(record: Kind, days: number): Kind {
  const later = (day: string | null | undefined) => (day ? dayOf(Date.parse(day) + days * DAY_MS) : null);
  if (record.type === 'battle') return { ...record, date: later(record.date) };
  if (record.type !== 'tournament') return record;
  return { ...record, startDate: later(record.startDate), endDate: later(record.endDate) };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
