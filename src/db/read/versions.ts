// Reads what has changed since a snapshot, thing by thing; a new reader first gets everything that exists. A round
// reads up to one snapshot in pages, and the next round starts there. Changes made meanwhile come in the next round, so
// nothing is missed; a thing reported twice is reported in its current state. Prisma cannot read snapshots.
import type { Given } from '../one-statement/where.js';
import { createParameters, type Sql } from '../sql.js';
import { belongs, keysOf, THING_KINDS, type ThingKind } from './thing-keys.js';
import {
  pageOf,
  type RoundRow,
  roundOf,
  roundSql,
  type VersionPosition,
  type VersionsPage,
  type VersionsRequest,
} from './version-round.js';
import { readSince } from './versions-since.js';

export async function readVersions(sql: Sql, request: VersionsRequest): Promise<VersionsPage> {
  const { from } = request;
  if (from === 'now') return readAll(sql, { ...request, from: null, kinds: [] });
  return from === null || from.since === null
    ? readAll(sql, { ...request, from })
    : readSince(sql, request, from, from.since);
}

type AllRequest = VersionsRequest & { from: VersionPosition | null };
type AllRow = RoundRow & { things: { kind: ThingKind; key: string }[] };

/** Reads everything that exists, by kind and key. */
async function readAll(sql: Sql, { from, kinds, within, take }: AllRequest): Promise<VersionsPage> {
  const [lastKind = '', lastKey = ''] = from?.at ?? [];
  const reached = THING_KINDS.indexOf(lastKind as ThingKind);
  const left = THING_KINDS.filter((kind, at) => at >= reached && kinds.includes(kind) && belongs(kind, within));
  const { values, given } = createParameters();
  const page = left.length === 0 ? `'[]'::json` : keysPage(left, { within, lastKind, lastKey, take }, given);
  const [row] = await sql.queryPrepared<AllRow>(`SELECT ${roundSql(from, kinds, given)}, ${page} AS "things"`, values);
  const things = (row?.things ?? []).map((thing) => ({ ...thing, wasThere: false, isWithin: true }));
  const last = things.length === take ? things.at(-1) : undefined;
  return pageOf(roundOf(row, from), null, things, last ? [last.kind, last.key] : null);
}

type KeysAfter = Pick<AllRequest, 'within' | 'take'> & { lastKind: string; lastKey: string };

/** SQL for the next things as JSON. Of each kind as many are read as may be needed, so that each uses its index. */
function keysPage(kinds: readonly ThingKind[], { within, take, lastKind, lastKey }: KeysAfter, given: Given): string {
  const limit = `LIMIT ${given(take)}::int`;
  const whole = within ? given(within.key) : '';
  const branches = kinds.map((kind) => {
    const after = kind === lastKind ? given(lastKey) : `''`;
    return `(SELECT '${kind}' AS "kind", ${THING_KINDS.indexOf(kind)} AS "place", "key"
      FROM (${keysOf(kind, within, whole)}) AS "all" WHERE "key" > ${after} ORDER BY "key" ${limit})`;
  });
  return `(SELECT coalesce(json_agg("page"), '[]') FROM (
    SELECT "kind", "key" FROM (${branches.join(' UNION ALL ')}) AS "each" ORDER BY "place", "key" ${limit}
  ) AS "page")`;
}
