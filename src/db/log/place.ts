// Where a reader of the log stands. A place in it holds what the log was when the reader was last given something, since
// records are shown as they are then: if the database has lost any of that, the place is not one of its log.
import type { Given } from '../one-statement/where.js';
import { isVisible, type RecordKind, type Whole } from './records.js';

/** Kinds of notes that stand for all battles of a whole. */
export type WholeKind = 'battlesOfTournament' | 'battlesOfPack';

export type Place = Spot & {
  /** Head of the log when the reader was last given something. */
  seen: number;
  /** The last mark below it. */
  token: string | null;
};

export type Spot = {
  /** Everything up to this number was given, or is of the record that `at` or `listed` names. */
  n: number;
  /** The last record given of everything by kind and key; null after that. */
  listed: readonly [RecordKind, string] | null;
  /** The last note given of transaction `n`, with the last battle given if it stands for many; null at the end. */
  at: readonly [kind: RecordKind | WholeKind, key: string, member?: string] | null;
};

/** The place is not one of this log: the data was restored or emptied, or what the reader has seen was lost. */
export class OtherEpochError extends Error {}

export type Head = { head: number; token: string | null; isKnown: boolean; isThere: boolean };

const NEWEST = '(SELECT newest_number())';
const tokenBelow = (n: string) => `(SELECT "token" FROM "mark" WHERE "n" < ${n} ORDER BY "n" DESC LIMIT 1)`;

/** SQL for the columns of `Head`: the log now, whether it has the place, and whether the whole is visible. */
export function headSql(from: Place | null, whole: Whole, given: Given): string {
  return `${NEWEST}::float8 AS "head", ${tokenBelow(NEWEST)} AS "token", ${from ? hasPlace(from, given) : 'true'} AS "isKnown",
    ${whole ? isVisible(whole.kind, whole.key) : 'true'} AS "isThere"`;
}

function hasPlace({ seen, token, n }: Place, given: Given): string {
  const at = `${given(seen)}::bigint`;
  return `(${at} <= ${NEWEST} AND ${tokenBelow(at)} IS NOT DISTINCT FROM ${given(token)}::text AND NOT EXISTS (
    SELECT FROM "note" e JOIN "log" l ON l."tx" = e."tx" WHERE e."kind" = 'everything' AND l."n" > ${given(n)}::bigint))`;
}
