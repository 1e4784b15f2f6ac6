// Everything that is visible, by kind and key: what a new reader of the log is given first.
import type { Given } from '../one-statement/where.js';
import { isVisible, keysOf, RECORD_KINDS, type RecordKind, type Whole } from './records.js';

export type Listed = { kind: RecordKind; key: string };

/** SQL for the next records as JSON. Of each kind as many are read as may be needed, so that each uses its index. */
export function listedSql(
  kinds: readonly RecordKind[],
  after: readonly [RecordKind, string] | null,
  { whole, take }: { whole: Whole; take: number },
  given: Given,
): string {
  const reached = after === null ? 0 : RECORD_KINDS.indexOf(after[0]);
  const wanted = RECORD_KINDS.filter((kind, place) => place >= reached && kinds.includes(kind));
  if (wanted.length === 0) return `'[]'::json`;
  const limit = `LIMIT ${given(take)}::int`;
  const branches = wanted.map(
    (kind) => `(SELECT '${kind}' AS "kind", ${RECORD_KINDS.indexOf(kind)} AS "place", "key"
      FROM (${keysOf(kind, whole)}) AS "all" WHERE "key" > ${kind === after?.[0] ? given(after[1]) : `''`}
        AND ${isVisible(kind, '"key"')} ORDER BY "key" ${limit})`,
  );
  return `(SELECT coalesce(json_agg("page"), '[]') FROM (
    SELECT "kind", "key" FROM (${branches.join(' UNION ALL ')}) AS "each" ORDER BY "place", "key" ${limit}
  ) AS "page")`;
}
