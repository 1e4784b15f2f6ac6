// Reads what has changed since a snapshot: one page of versions, each of which stands for a thing, or for many battles.

import { columnsOf, tableOf } from '../one-statement/model.js';
import type { Given } from '../one-statement/where.js';
import { createParameters, type Sql } from '../sql.js';
import { BELONGING, type ThingKind, type Within } from './thing-keys.js';
import {
  kindsSql,
  pageOf,
  type ReadThing,
  type RoundRow,
  roundOf,
  roundSql,
  type SPREAD_KINDS,
  untilSql,
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
  const { within, take } = request;
  // Every new version has an id of at least the snapshot's xmin.
  const [version = since.split(':')[0] ?? '0', kind = 'club', key = '', member = null] = from.at ?? [];
  const { values, given } = createParameters();
  const place = { version, kind, key, isBegun: member !== null };
  const statement = sinceStatement(request, { from, since, place }, given);
  const [row] = await sql.queryPrepared<SinceRow>(statement, values);
  const round = roundOf(row, from);
  const { versions = [], last: lastLooked = null } = row ?? {};
  const things: ReadThing[] = [];
  for (const { wasVisible, isWithin, ...each } of versions) {
    const begun = member !== null && each.version === version && each.kind === kind && each.key === key;
    if (!isSpread(each.kind)) {
      things.push({ kind: each.kind, key: each.key, wasThere: wasVisible, isWithin });
      if (things.length < take) continue;
      return pageOf(round, since, things, positionOf(each));
    }
    const left = take - things.length;
    const battles = await readSpread(sql, SPREAD[each.kind], each.key, begun ? (member ?? '') : '', left, within);
    things.push(
      ...battles.map((battle) => ({ kind: 'battle', key: battle, wasThere: wasVisible, isWithin: true }) as const),
    );
    if (battles.length < left) continue;
    return pageOf(round, since, things, [...positionOf(each), battles.at(-1) ?? '']);
  }
  const lastOfFull = versions.length === take ? versions.at(-1) : undefined;
  return pageOf(round, since, things, lastOfFull ? positionOf(lastOfFull) : lastLooked);
}

const positionOf = ({ version, kind, key }: Pick<VersionRow, 'version' | 'kind' | 'key'>) => [version, kind, key];

const isSpread = (kind: VersionRow['kind']): kind is keyof typeof SPREAD => Object.hasOwn(SPREAD, kind);

/** Where to continue: after this version, or with it if only a part of what it stands for was read. */
type Place = { version: string; kind: string; key: string; isBegun: boolean };
type Since = { from: VersionPosition; since: string; place: Place };

/** Examines LOOK_MAX versions and takes a page of them. */
function sinceStatement({ kinds, within, take }: VersionsRequest, { from, since, place }: Since, given: Given): string {
  const limit = `${given(take)}::int`;
  const [wanted, isWithin] = [kindsSql(kinds, given), within ? isWithinSql(within, given) : 'true'];
  const wasWithin = within ? `${given(`${within.kind}:${within.key}`)}::text = ANY (v."was_within")` : 'false';
  return `
  WITH "round" AS MATERIALIZED (
    SELECT ${given(since)}::pg_snapshot AS "since", ${untilSql(from, given)}::pg_snapshot AS "until"
  ), "looked" AS MATERIALIZED (
    SELECT v.* FROM "version" v CROSS JOIN "round" r WHERE ${isBeyond(place, given)} AND ${isOfRound('v')}
    ORDER BY v."version", v."kind", v."key" LIMIT ${LOOK_MAX}
  ), "page" AS MATERIALIZED (
    SELECT v."version"::text, v."kind"::text, v."key", v."was_visible" AS "wasVisible", ${isWithin} AS "isWithin"
    FROM "looked" v CROSS JOIN "round" r
    WHERE v."kind" = ANY (${wanted}) AND (${isWithin} OR ${wasWithin}) AND NOT ${IS_SUPERSEDED}
    ORDER BY v."version", v."kind", v."key" LIMIT ${limit}
  )
  SELECT ${roundSql(from, kinds, given)},
    (SELECT coalesce(json_agg("page"), '[]') FROM "page") AS "versions",
    CASE WHEN (SELECT count(*) FROM "looked") = ${LOOK_MAX} AND (SELECT count(*) FROM "page") < ${limit} THEN (
      SELECT ARRAY["version"::text, "kind"::text, "key"] FROM "looked"
      ORDER BY "version" DESC, "kind" DESC, "key" DESC LIMIT 1
    ) END AS "last"
  FROM "round"`;
}

const isBeyond = ({ version, kind, key, isBegun }: Place, given: Given): string =>
  `(v."version", v."kind", v."key") ${isBegun ? '>=' : '>'}
    (${given(version)}::text::xid8, ${given(kind)}::text::"version_kind", ${given(key)}::text)`;

const isOfRound = (alias: string): string =>
  `NOT pg_visible_in_snapshot(${alias}."version", r."since") AND pg_visible_in_snapshot(${alias}."version", r."until")`;

/** By a later version of the same thing, unless the earlier one carries visibility or membership that it lacks. */
const IS_SUPERSEDED = `EXISTS (
  SELECT FROM "version" n WHERE n."kind" = v."kind" AND n."key" = v."key" AND n."version" > v."version"
    AND ${isOfRound('n')} AND (n."was_visible" OR NOT v."was_visible") AND v."was_within" <@ n."was_within")`;

/** Whether what a version stands for belongs to the whole now. Battles that it stands for are tested one by one later. */
function isWithinSql({ kind: whole, key }: Within, given: Given): string {
  const wholeKey = `${given(key)}::text`;
  const parts = Object.entries(BELONGING[whole]).map(
    ([kind, keys]) =>
      `v."kind" = '${kind}' AND v."key" IN (SELECT "key" FROM (${keys(wholeKey)}) AS "of" WHERE "key" = v."key")`,
  );
  const spread =
    whole === 'tournament'
      ? `v."kind" = 'battlesOfTournament' AND v."key" = ${wholeKey} OR v."kind" = 'battlesOfPack'`
      : `v."kind" IN ('battlesOfTournament', 'battlesOfPack')`;
  const any = [`v."kind" = '${whole}' AND v."key" = ${wholeKey}`, ...parts, spread].map((each) => `(${each})`);
  return `(${any.join(' OR ')})`;
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
  const { values, given } = createParameters();
  const battles = within && BELONGING[within.kind].battle?.(`${given(within.key)}::text`);
  const rows = await sql.queryPrepared<{ key: string }>(
    `SELECT ${b.id} AS "key" FROM ${BATTLES} WHERE ${column} = ${given(whole)} AND ${b.id} > ${given(after)}
       ${battles ? `AND ${b.id} IN (${battles})` : ''} ORDER BY ${b.id} LIMIT ${given(take)}`,
    values,
  );
  return rows.map(({ key }) => key);
}
