// Reads what has changed since a snapshot, thing by thing; a new reader first gets everything that exists. A round
// reads up to one snapshot in pages, and the next round starts there. Changes made meanwhile come in the next round, so
// nothing is missed; a thing reported twice is reported in its current state. Prisma cannot read snapshots.
import type { Sql } from '../sql.js';
import { columnsOf, tableOf } from './model.js';

export const THING_KINDS = ['club', 'player', 'tournament', 'battle'] as const;
export type ThingKind = (typeof THING_KINDS)[number];

/** Restricts the feed to this thing and what belongs to it. */
export type Within = { kind: 'tournament' | 'club' | 'player'; key: string };

export type VersionsRequest = {
  /** Where to continue; null for everything that exists and then changes; `now` for changes only. */
  from: VersionPosition | 'now' | null;
  kinds: readonly ThingKind[];
  within: Within | null;
  take: number;
};

/** A position in `epoch`, between what was visible in `since` (null: nothing) and what is visible in `until`. */
export type VersionPosition = {
  epoch: string;
  since: string | null;
  /** Null until the round has started. */
  until: string | null;
  /** Position within the round. */
  at: readonly string[] | null;
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

/** The data is not that from which the position was made: it was restored or emptied. */
export class OtherEpochError extends Error {}

const b = columnsOf('Battle', 'b');
const t = columnsOf('Tournament', 't');
const c = columnsOf('ClubBattle', 'c');
const s = columnsOf('BattleSide', 's');
const BATTLES = `${tableOf('Battle')} b`;

const ALL: Record<ThingKind, string> = {
  club: `SELECT ${columnsOf('Club', 'k').slug} AS "key" FROM ${tableOf('Club')} k`,
  player: `SELECT ${columnsOf('Player', 'p').id} AS "key" FROM ${tableOf('Player')} p`,
  tournament: `SELECT ${t.slug} AS "key" FROM ${tableOf('Tournament')} t`,
  battle: `SELECT ${b.id} AS "key" FROM ${BATTLES}`,
};

/** The keys of the things that belong to `whole`, without `whole` itself. */
const BELONGING: Record<Within['kind'], Partial<Record<ThingKind, (whole: string) => string>>> = {
  tournament: { battle: (whole) => `${ALL.battle} WHERE ${b.tournamentSlug} = ${whole}` },
  club: {
    tournament: (whole) => `${ALL.tournament} WHERE ${t.clubSlug} = ${whole}`,
    battle: (whole) => `SELECT ${c.battleId} AS "key" FROM ${tableOf('ClubBattle')} c WHERE ${c.clubSlug} = ${whole}`,
  },
  player: {
    battle: (whole) =>
      `SELECT DISTINCT ${s.battleId} AS "key" FROM ${tableOf('BattleSide')} s WHERE ${s.playerId} = ${whole}`,
  },
};

/** Changes after a restore into any server or database, because transaction ids start anew there. */
const EPOCH = `md5(concat_ws(' ', (SELECT "value" FROM "setting" WHERE "key" = 'feed-epoch'),
  (SELECT "system_identifier" FROM pg_control_system()), (SELECT "timeline_id" FROM pg_control_checkpoint()),
  (SELECT "oid" FROM "pg_database" WHERE "datname" = current_database()), '"version"'::regclass::oid))`;

export async function readVersions(sql: Sql, request: VersionsRequest): Promise<VersionsPage> {
  const { from } = request;
  if (from === 'now') return readAll(sql, { ...request, from: null, kinds: [] });
  return from === null || from.since === null
    ? readAll(sql, { ...request, from })
    : readSince(sql, request, from, from.since);
}

type AllRequest = VersionsRequest & { from: VersionPosition | null };
type AllRow = { epoch: string; until: string; isPending: boolean; things: { kind: ThingKind; key: string }[] };

/** Reads everything that exists, by kind and key. */
async function readAll(sql: Sql, { from, kinds, within, take }: AllRequest): Promise<VersionsPage> {
  const [lastKind = '', lastKey = ''] = from?.at ?? [];
  const reached = THING_KINDS.indexOf(lastKind as ThingKind);
  const left = THING_KINDS.filter((kind, at) => at >= reached && kinds.includes(kind) && belongs(kind, within));
  const branches = left.map((kind) => {
    const after = kind === lastKind ? '$2' : `''`;
    return `(SELECT '${kind}' AS "kind", ${THING_KINDS.indexOf(kind)} AS "place", "key" FROM (${keysOf(kind, within)}) AS "all"
      WHERE "key" > ${after} ORDER BY "key" LIMIT $3)`;
  });
  const union = `SELECT "kind", "key" FROM (${branches.join(' UNION ALL ')}) AS "each" ORDER BY "place", "key" LIMIT $3`;
  const [row] = await sql.queryPrepared<AllRow>(
    `SELECT ${EPOCH} AS "epoch", coalesce($4, pg_current_snapshot()::text) AS "until",
       ${isPendingSql('$4::text::pg_snapshot', '$5')} AS "isPending",
       ${left.length === 0 ? `'[]'::json` : `(SELECT coalesce(json_agg("page"), '[]') FROM (${union}) AS "page")`} AS "things",
       $1::text, $2::text, $3::int`,
    [within?.key ?? null, lastKey, take, from?.until ?? null, versionKinds(kinds)],
  );
  if (!row) throw new Error('There was no answer');
  const { epoch, until, isPending } = row;
  if (from && from.epoch !== epoch) throw new OtherEpochError();
  const things = row.things.map((thing) => ({ ...thing, wasThere: false, isWithin: true }));
  const last = row.things.at(-1);
  if (last && row.things.length === take) {
    return { things, next: { epoch, since: null, until, at: [last.kind, last.key] }, upToDate: false };
  }
  return { things, next: { epoch, since: until, until: null, at: null }, upToDate: !isPending };
}

/** Whether versions of these kinds are visible that were not when the round started; it has just if `until` is null. */
const isPendingSql = (until: string, kinds: string) => `(${until} IS NOT NULL AND EXISTS (
  SELECT FROM "version" WHERE "version" >= pg_snapshot_xmin(${until}) AND "kind" = ANY (${kinds}::text[]::"version_kind"[])
    AND NOT pg_visible_in_snapshot("version", ${until}) AND "version" < pg_snapshot_xmax(pg_current_snapshot())))`;

function belongs(kind: ThingKind, within: Within | null): boolean {
  return within === null || kind === within.kind || BELONGING[within.kind][kind] !== undefined;
}

function keysOf(kind: ThingKind, within: Within | null): string {
  if (within === null) return ALL[kind];
  return BELONGING[within.kind][kind]?.('$1') ?? `SELECT $1::text AS "key"`;
}

type VersionRow = {
  version: string;
  kind: ThingKind | keyof typeof SPREAD;
  key: string;
  wasVisible: boolean;
  isWithin: boolean;
};

/** `last` is the last version examined, if there may be more. */
type SinceRow = {
  epoch: string;
  until: string;
  isKnown: boolean;
  isPending: boolean;
  versions: VersionRow[];
  last: string[] | null;
};

/** Maximum number of versions examined per page. */
const LOOK_MAX = 5_000;

/** Version kinds that stand for many battles, with the column that selects those battles. */
const SPREAD = { battlesOfTournament: b.tournamentSlug, battlesOfPack: b.battlePack } as const;

async function readSince(
  sql: Sql,
  request: VersionsRequest,
  from: VersionPosition,
  since: string,
): Promise<VersionsPage> {
  const { kinds, within, take } = request;
  // Every new version has an id of at least the snapshot's xmin.
  const [version = since.split(':')[0] ?? '0', kind = 'club', key = '', member = null] = from.at ?? [];
  const [row] = await sql.queryPrepared<SinceRow>(sinceStatement(within), [
    since,
    from.until,
    version,
    kind,
    key,
    member !== null,
    versionKinds(kinds),
    take,
    within?.key ?? null,
    within && `${within.kind}:${within.key}`,
  ]);
  if (!row) throw new Error('There was no answer');
  const { epoch, until } = row;
  if (from.epoch !== epoch || !row.isKnown) throw new OtherEpochError();
  const things: ReadThing[] = [];
  for (const { wasVisible, isWithin, ...each } of row.versions) {
    const begun = member !== null && each.version === version && each.kind === kind && each.key === key;
    if (!isSpread(each.kind)) {
      things.push({ kind: each.kind, key: each.key, wasThere: wasVisible, isWithin });
      if (things.length < take) continue;
      return { things, next: { epoch, since, until, at: [each.version, each.kind, each.key] }, upToDate: false };
    }
    const left = take - things.length;
    const battles = await readSpread(sql, SPREAD[each.kind], each.key, begun ? (member ?? '') : '', left, within);
    things.push(
      ...battles.map((battle) => ({ kind: 'battle', key: battle, wasThere: wasVisible, isWithin: true }) as const),
    );
    if (battles.length < left) continue;
    const at = [each.version, each.kind, each.key, battles.at(-1) ?? ''];
    return { things, next: { epoch, since, until, at }, upToDate: false };
  }
  const lastOfFull = row.versions.length === take ? row.versions.at(-1) : undefined;
  const last = lastOfFull ? [lastOfFull.version, lastOfFull.kind, lastOfFull.key] : row.last;
  if (last) return { things, next: { epoch, since, until, at: last }, upToDate: false };
  return { things, next: { epoch, since: until, until: null, at: null }, upToDate: !row.isPending };
}

/** The kinds of version that stand for these kinds of things. */
const versionKinds = (kinds: readonly ThingKind[]): string[] =>
  kinds.flatMap((each) => (each === 'battle' ? [each, ...Object.keys(SPREAD)] : [each]));

const isSpread = (kind: VersionRow['kind']): kind is keyof typeof SPREAD => Object.hasOwn(SPREAD, kind);

/**
 * Examines LOOK_MAX versions and takes a page of them. A version is skipped if a later one of the same thing in this
 * round supersedes it, unless the earlier one carries visibility or membership that the later one lacks.
 */
function sinceStatement(within: Within | null): string {
  const isWithin = within === null ? 'true' : `(${isWithinSql(within)})`;
  const at = '($3::text::xid8, $4::text::"version_kind", $5::text)';
  return `
  WITH "round" AS MATERIALIZED (
    SELECT $1::pg_snapshot AS "since", coalesce($2::pg_snapshot, pg_current_snapshot()) AS "until"
  ), "looked" AS MATERIALIZED (
    SELECT v.* FROM "version" v CROSS JOIN "round" r
    WHERE (v."version", v."kind", v."key") >= ${at} AND ($6::boolean OR (v."version", v."kind", v."key") <> ${at})
      AND NOT pg_visible_in_snapshot(v."version", r."since") AND pg_visible_in_snapshot(v."version", r."until")
    ORDER BY v."version", v."kind", v."key" LIMIT ${LOOK_MAX}
  ), "page" AS MATERIALIZED (
    SELECT v."version"::text, v."kind"::text, v."key", v."was_visible" AS "wasVisible", ${isWithin} AS "isWithin"
    FROM "looked" v CROSS JOIN "round" r
    WHERE v."kind" = ANY ($7::text[]::"version_kind"[]) AND (${isWithin} OR $10::text = ANY (v."was_within"))
      AND NOT EXISTS (
        SELECT FROM "version" n WHERE n."kind" = v."kind" AND n."key" = v."key" AND n."version" > v."version"
          AND NOT pg_visible_in_snapshot(n."version", r."since") AND pg_visible_in_snapshot(n."version", r."until")
          AND (n."was_visible" OR NOT v."was_visible") AND v."was_within" <@ n."was_within")
    ORDER BY v."version", v."kind", v."key" LIMIT $8::int
  )
  SELECT ${EPOCH} AS "epoch", "until"::text AS "until",
    pg_snapshot_xmax("since") <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown",
    ${isPendingSql('$2', '$7')} AS "isPending",
    (SELECT coalesce(json_agg("page"), '[]') FROM "page") AS "versions",
    CASE WHEN (SELECT count(*) FROM "looked") = ${LOOK_MAX} AND (SELECT count(*) FROM "page") < $8::int THEN (
      SELECT ARRAY["version"::text, "kind"::text, "key"] FROM "looked"
      ORDER BY "version" DESC, "kind" DESC, "key" DESC LIMIT 1
    ) END AS "last", $9::text
  FROM "round"`;
}

function isWithinSql({ kind: whole }: Within): string {
  const others = Object.entries(BELONGING[whole]).map(
    ([kind, keys]) =>
      `v."kind" = '${kind}' AND v."key" IN (SELECT "key" FROM (${keys('$9::text')}) AS "of" WHERE "key" = v."key")`,
  );
  const spread =
    whole === 'tournament'
      ? `v."kind" = 'battlesOfTournament' AND v."key" = $9::text OR v."kind" = 'battlesOfPack'`
      : `v."kind" IN ('battlesOfTournament', 'battlesOfPack')`;
  return [`v."kind" = '${whole}' AND v."key" = $9::text`, ...others, spread].map((each) => `(${each})`).join(' OR ');
}

/** Returns the next battles that a version row stands for, by key. */
async function readSpread(
  sql: Sql,
  column: string,
  whole: string,
  after: string,
  take: number,
  within: Within | null,
): Promise<string[]> {
  const of = within && BELONGING[within.kind].battle?.('$4::text');
  const rows = await sql.queryPrepared<{ key: string }>(
    `SELECT ${b.id} AS "key" FROM ${BATTLES} WHERE ${column} = $1 AND ${b.id} > $2
       AND ${of ? `${b.id} IN (${of})` : '$4::text IS NULL'} ORDER BY ${b.id} LIMIT $3`,
    [whole, after, take, within?.key ?? null],
  );
  return rows.map(({ key }) => key);
}

/**
 * Deletes versions visible in this snapshot that a later version of the same thing supersedes. The later transaction
 * must have started after the snapshot: a client that has seen it has seen everything in the snapshot too. Comparing
 * transaction ids is not enough, since a lower one may commit later; and restored rows carry ids of another server,
 * which this one may not have reached.
 */
export async function compactVersions(sql: Pick<Sql, 'query'>, snapshot: string): Promise<void> {
  await sql.query(
    `DELETE FROM "version" v USING "version" n
     WHERE n."version" >= (SELECT pg_snapshot_xmax($1::pg_snapshot)) AND n."kind" = v."kind" AND n."key" = v."key"
       AND v."version" < n."version" AND pg_visible_in_snapshot(v."version", $1::pg_snapshot)
       AND n."version" < (SELECT pg_snapshot_xmax(pg_current_snapshot()))
       AND (n."was_visible" OR NOT v."was_visible") AND v."was_within" <@ n."was_within"`,
    [snapshot],
  );
}
