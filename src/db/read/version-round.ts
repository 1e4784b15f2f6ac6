// A round reads versions up to one snapshot, in pages. A position in it claims to have seen nothing beyond the newest
// transaction that was read: ids given out since are given out again after a crash. It names that transaction, so that a
// database which has lost it, or a copy that was put back, is told from the one that the position is of.
import type { Given } from '../one-statement/where.js';
import type { ThingKind, Within } from './thing-keys.js';

export type VersionsRequest = {
  /** Where to continue; null for everything that exists and then changes; `now` for changes only. */
  from: VersionPosition | 'now' | null;
  kinds: readonly ThingKind[];
  within: Within | null;
  take: number;
};

export type ReadThing = {
  kind: ThingKind;
  key: string;
  /** True if it was visible before: if it no longer is, clients must learn that it is gone. */
  wasThere: boolean;
  /** True if it currently belongs to `within`. */
  isWithin: boolean;
};

/** `upToDate` is true if the round is complete and nothing of these kinds has been written since it started. */
export type VersionsPage = { things: ReadThing[]; next: VersionPosition; upToDate: boolean };

/** A position in `epoch`, between what was visible in `since` (null: nothing) and what is visible in `until`. */
export type VersionPosition = {
  epoch: string;
  since: string | null;
  /** Null until the round has started. */
  until: string | null;
  /** Position within the round. */
  at: readonly string[] | null;
  newest: Transaction | null;
};

/** The id of a transaction and when it began, which together no other transaction has. */
type Transaction = readonly [version: string, writtenAt: string];

/** The data is not that from which the position was made: it was restored or emptied. */
export class OtherEpochError extends Error {}

/** Changes after a restore into any server or database, because transaction ids start anew there. */
const EPOCH = `md5(concat_ws(' ', (SELECT "value" FROM "setting" WHERE "key" = 'feed-epoch'),
  (SELECT "system_identifier" FROM pg_control_system()), (SELECT "timeline_id" FROM pg_control_checkpoint()),
  (SELECT "oid" FROM "pg_database" WHERE "datname" = current_database()), '"version"'::regclass::oid))`;

/** Kinds of version that stand for many battles. */
export const SPREAD_KINDS = ['battlesOfTournament', 'battlesOfPack'] as const;

export type RoundRow = {
  epoch: string;
  until: string;
  newest: Transaction | null;
  isKnown: boolean;
  isPending: boolean;
};

const TIME = 'extract(epoch FROM "written_at")::text';
/** Restored rows may carry ids of another server, which this one has not reached. */
const IS_REACHED = '"version" < pg_snapshot_xmax(pg_current_snapshot())';

/** The end of the round as text: that of the position, or now if the round starts here. */
export const untilSql = (from: VersionPosition | null, given: Given): string =>
  from?.until ? `${given(from.until)}::text` : 'pg_current_snapshot()::text';

/** The kinds of version that tell of these kinds of things. */
export const kindsSql = (kinds: readonly ThingKind[], given: Given): string =>
  `${given(kinds.flatMap((kind) => (kind === 'battle' ? [kind, ...SPREAD_KINDS] : [kind])))}::text[]::"version_kind"[]`;

/** Columns of a RoundRow. */
export function roundSql(from: VersionPosition | null, kinds: readonly ThingKind[], given: Given): string {
  const until = untilSql(from, given);
  const newest = `SELECT json_build_array("version"::text, ${TIME}) FROM "version" WHERE ${IS_REACHED} ORDER BY "version" DESC LIMIT 1`;
  return `${EPOCH} AS "epoch", ${until} AS "until", ${from?.until ? 'NULL' : `(${newest})`} AS "newest",
    ${from?.newest ? isKnown(from.newest, given) : 'true'} AS "isKnown",
    ${from?.until ? hasSince(until, kindsSql(kinds, given)) : 'false'} AS "isPending"`;
}

function isKnown([version, writtenAt]: Transaction, given: Given): string {
  const isIt = `"version" = ${given(version)}::text::xid8 AND ${TIME} = ${given(writtenAt)}::text`;
  return `(EXISTS (SELECT FROM "version" WHERE ${isIt}) OR EXISTS (SELECT FROM "past_transaction" WHERE ${isIt}))`;
}

/** Whether versions of these kinds are visible that were not in the snapshot. */
const hasSince = (until: string, kinds: string): string => `EXISTS (
  SELECT FROM "version" WHERE "version" >= pg_snapshot_xmin(${until}::pg_snapshot) AND "kind" = ANY (${kinds})
    AND NOT pg_visible_in_snapshot("version", ${until}::pg_snapshot) AND ${IS_REACHED})`;

type Round = Pick<VersionPosition, 'epoch' | 'newest'> & { until: string; isPending: boolean };

/** Throws an OtherEpochError if the position is not of this data. */
export function roundOf(row: RoundRow | undefined, from: VersionPosition | null): Round {
  if (!row) throw new Error('There was no answer');
  const { epoch, isKnown, isPending } = row;
  if (from && (from.epoch !== epoch || !isKnown)) throw new OtherEpochError();
  if (from?.until) return { epoch, until: from.until, newest: from.newest, isPending };
  return { epoch, until: seenOf(row.until, row.newest), newest: row.newest, isPending };
}

/** A page of a round that goes on at this position; null if it was the last one. The next round starts where it ends. */
export function pageOf(
  { isPending, until, ...round }: Round,
  since: string | null,
  things: ReadThing[],
  at: readonly string[] | null,
): VersionsPage {
  if (at === null) return { things, next: { ...round, since: until, until: null, at }, upToDate: !isPending };
  return { things, next: { ...round, since, until, at }, upToDate: false };
}

/** The snapshot as of its newest transaction: what began later counts as not seen. */
function seenOf(snapshot: string, newest: Transaction | null): string {
  const end = BigInt(newest?.[0] ?? BEFORE_FIRST) + 1n;
  const running = (snapshot.split(':')[2] ?? '').split(',').filter((id) => id !== '' && BigInt(id) < end);
  return `${running[0] ?? end}:${end}:${running.join(',')}`;
}

/** PostgreSQL's ids of transactions start at 3. */
const BEFORE_FIRST = 2;
