// The course of the demo world's ongoing tournament, from the first pairings until it is finished.
import type { BattleRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { keyOf } from '../bundle/staging.js';
import { moved, readLines } from './world.js';

export const PLAYED_SLUG = 'autumn-open-2026';
/** Its first day in the file. */
export const PLAYED_FROM = '2026-11-13';

/** The tournament at one moment: its record, and its battles so far, by key. What has not changed is the same object. */
export type Moment = ReadonlyMap<string, TournamentRecord | BattleRecord>;

/** All moments, with their dates that many days later. Each line of the file has what changed since the one before. */
export function course(days = 0): Moment[] {
  const moments: Moment[] = [];
  for (const changed of readLines<(TournamentRecord | BattleRecord)[]>('course.jsonl.gz')) {
    const records = changed.map((record) => [keyOf(record), moved(record, days)] as const);
    moments.push(new Map([...(moments.at(-1) ?? []), ...records]));
  }
  return moments;
}
