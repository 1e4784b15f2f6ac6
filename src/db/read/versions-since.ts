// Reads what has changed since a snapshot: one page of versions, each of which stands for a thing, or for many battles.

import { columnsOf, tableOf } from '../one-statement/model.js';
import type { Sql } from '../sql.js';
import { BELONGING, type ThingKind, type Within } from './thing-keys.js';
import {
  type ReadThing,
  ROUND,
  type RoundRow,
  roundOf,
  roundParameters,
  type SPREAD_KINDS,
  type VersionPosition,
  type VersionsPage,
  type VersionsRequest,
} from './version-round.js';

const b = columnsOf('Battle', 'b');
const BATTLES = `${tableOf('Battle')} b`;

type VersionRow = {
  version: string;
  kind: ThingKind | keyof typeof SPREAD;
  key: string;
  wasVisible: boolean;
  isWithin: boolean;
};

/** `last` is the last version examined, if there may be more. */
type SinceRow = RoundRow & { versions: VersionRow[]; last: string[] | null };

/** Maximum number of versions examined per page. */
const LOOK_MAX = 5_000;

/** The column that selects the battles for which a version of these kinds stands. */
const SPREAD = {
  battlesOfTournament: b.tournamentSlug,
  battlesOfPack: b.battlePack,
} as const satisfies Record<(typeof SPREAD_KINDS)[number], string>;

export async function readSince(
  sql: Sql,
  request: VersionsRequest,
  from: VersionPosition,
  since: string,
): Promise<VersionsPage> {
  const { kinds, within, take } = request;
  // Every new version has an id of at least the snapshot's xmin.
  const [version = since.split(':')[0] ?? '0', kind = 'club', key = '', member = null] = from.at ?? [];
  const [row] = await sql.queryPrepared<SinceRow>(sinceStatement(within), [
    ...roundParameters(from, kinds),
    since,
    version,
    kind,
    key,
    member !== null,
    take,
    within?.key ?? null,
    within && `${within.kind}:${within.key}`,
  ]);
  const { isPending, until, ...round } = roundOf(row, from);
  const { versions = [], last: lastLooked = null } = row ?? {};
  const things: ReadThing[] = [];
  for (const { wasVisible, isWithin, ...each } of versions) {
    const begun = member !== null && each.version === version && each.kind === kind && each.key === key;
    if (!isSpread(each.kind)) {
      things.push({ kind: each.kind, key: each.key, wasThere: wasVisible, isWithin });
      if (things.length < take) continue;
      return { things, next: { ...round, since, until, at: [each.version, each.kind, each.key] }, upToDate: false };
    }
    const left = take - things.length;
    const battles = await readSpread(sql, SPREAD[each.kind], each.key, begun ? (member ?? '') : '', left, within);
    things.push(
      ...battles.map((battle) => ({ kind: 'battle', key: battle, wasThere: wasVisible, isWithin: true }) as const),
    );
    if (battles.length < left) continue;
    const at = [each.version, each.kind, each.key, battles.at(-1) ?? ''];
    return { things, next: { ...round, since, until, at }, upToDate: false };
  }
  const lastOfFull = versions.length === take ? versions.at(-1) : undefined;
  const last = lastOfFull ? [lastOfFull.version, lastOfFull.kind, lastOfFull.key] : lastLooked;
  if (last) return { things, next: { ...round, since, until, at: last }, upToDate: false };
  return { things, next: { ...round, since: until, until: null, at: null }, upToDate: !isPending };
}

const isSpread = (kind: VersionRow['kind']): kind is keyof typeof SPREAD => Object.hasOwn(SPREAD, kind);

/**
 * Examines LOOK_MAX versions and takes a page of them. A version is skipped if a later one of the same thing in this
 * round supersedes it, unless the earlier one carries visibility or membership that the later one lacks.
 */
function sinceStatement(within: Within | null): string {
  const isWithin = within === null ? 'true' : `(${isWithinSql(within)})`;
  const at = '($6::text::xid8, $7::text::"version_kind", $8::text)';
  return `
  WITH "round" AS MATERIALIZED (
    SELECT $5::pg_snapshot AS "since", coalesce($1::text::pg_snapshot, pg_current_snapshot()) AS "until"
  ), "looked" AS MATERIALIZED (
    SELECT v.* FROM "version" v CROSS JOIN "round" r
    WHERE (v."version", v."kind", v."key") >= ${at} AND ($9::boolean OR (v."version", v."kind", v."key") <> ${at})
      AND NOT pg_visible_in_snapshot(v."version", r."since") AND pg_visible_in_snapshot(v."version", r."until")
    ORDER BY v."version", v."kind", v."key" LIMIT ${LOOK_MAX}
  ), "page" AS MATERIALIZED (
    SELECT v."version"::text, v."kind"::text, v."key", v."was_visible" AS "wasVisible", ${isWithin} AS "isWithin"
    FROM "looked" v CROSS JOIN "round" r
    WHERE v."kind" = ANY ($2::text[]::"version_kind"[]) AND (${isWithin} OR $12::text = ANY (v."was_within"))
      AND NOT EXISTS (
        SELECT FROM "version" n WHERE n."kind" = v."kind" AND n."key" = v."key" AND n."version" > v."version"
          AND NOT pg_visible_in_snapshot(n."version", r."since") AND pg_visible_in_snapshot(n."version", r."until")
          AND (n."was_visible" OR NOT v."was_visible") AND v."was_within" <@ n."was_within")
    ORDER BY v."version", v."kind", v."key" LIMIT $10::int
  )
  SELECT ${ROUND},
    (SELECT coalesce(json_agg("page"), '[]') FROM "page") AS "versions",
    CASE WHEN (SELECT count(*) FROM "looked") = ${LOOK_MAX} AND (SELECT count(*) FROM "page") < $10::int THEN (
      SELECT ARRAY["version"::text, "kind"::text, "key"] FROM "looked"
      ORDER BY "version" DESC, "kind" DESC, "key" DESC LIMIT 1
    ) END AS "last", $11::text
  FROM "round"`;
}

function isWithinSql({ kind: whole }: Within): string {
  const others = Object.entries(BELONGING[whole]).map(
    ([kind, keys]) =>
      `v."kind" = '${kind}' AND v."key" IN (SELECT "key" FROM (${keys('$11::text')}) AS "of" WHERE "key" = v."key")`,
  );
  const spread =
    whole === 'tournament'
      ? `v."kind" = 'battlesOfTournament' AND v."key" = $11::text OR v."kind" = 'battlesOfPack'`
      : `v."kind" IN ('battlesOfTournament', 'battlesOfPack')`;
  return [`v."kind" = '${whole}' AND v."key" = $11::text`, ...others, spread].map((each) => `(${each})`).join(' OR ');
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
