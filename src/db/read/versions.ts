// Reads what has changed since a snapshot, thing by thing; a new reader first gets everything that exists. A round
// reads up to one snapshot in pages, and the next round starts there. Changes made meanwhile come in the next round, so
// nothing is missed; a thing reported twice is reported in its current state. Prisma cannot read snapshots.
import type { Sql } from '../sql.js';
import { belongs, keysOf, THING_KINDS, type ThingKind } from './thing-keys.js';
import {
  ROUND,
  type RoundRow,
  roundOf,
  roundParameters,
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
  const branches = left.map((kind) => {
    const after = kind === lastKind ? '$6' : `''`;
    return `(SELECT '${kind}' AS "kind", ${THING_KINDS.indexOf(kind)} AS "place", "key" FROM (${keysOf(kind, within, '$5')}) AS "all"
      WHERE "key" > ${after} ORDER BY "key" LIMIT $7)`;
  });
  const union = `SELECT "kind", "key" FROM (${branches.join(' UNION ALL ')}) AS "each" ORDER BY "place", "key" LIMIT $7`;
  const [row] = await sql.queryPrepared<AllRow>(
    `SELECT ${ROUND},
       ${left.length === 0 ? `'[]'::json` : `(SELECT coalesce(json_agg("page"), '[]') FROM (${union}) AS "page")`} AS "things",
       $5::text, $6::text, $7::int`,
    [...roundParameters(from, kinds), within?.key ?? null, lastKey, take],
  );
  const { isPending, until, ...round } = roundOf(row, from);
  const things = (row?.things ?? []).map((thing) => ({ ...thing, wasThere: false, isWithin: true }));
  const last = things.at(-1);
  if (last && things.length === take) {
    return { things, next: { ...round, since: null, until, at: [last.kind, last.key] }, upToDate: false };
  }
  return { things, next: { ...round, since: until, until: null, at: null }, upToDate: !isPending };
}
