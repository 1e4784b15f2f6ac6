// The notes of numbered transactions: a limited number of them is looked at, and those are taken that may be told. A
// record that is visible is told at its last note, as it is now; one that is not, as deleted, at the last note of a
// transaction before which it was visible.
import { columnsOf, tableOf } from '../one-statement/model.js';
import { conditionOf, type Given, refuseValue, sourceOf } from '../one-statement/where.js';
import { VISIBLE } from '../read/visibility.js';
import { createParameters, type Sql } from '../sql.js';
import type { Place, WholeKind } from './place.js';
import { isVisible, isWithin, RECORD_KINDS, type RecordKind, type Whole, type Within, wholeOf } from './records.js';

/** `isCurrent` is false for what is no longer visible, or no longer belongs to the whole. */
export type Noted = { n: number; kind: RecordKind | WholeKind; key: string; isCurrent: boolean };

/** `end` is the last note looked at, or the last transaction without a key, if there may be more. */
export type Look = { noted: Noted[]; end: [n: number, kind: RecordKind | WholeKind, key: string] | [n: number] | null };

const b = columnsOf('Battle', 'b');

/** For each such kind: the column that selects its battles, and the whole to which all of them belong. */
const WHOLES = {
  battlesOfTournament: { column: b.tournamentSlug, of: 'tournament' },
  battlesOfPack: { column: b.battlePack, of: null },
} as const satisfies Record<WholeKind, object>;
const WHOLE_KINDS = Object.keys(WHOLES) as WholeKind[];

export const isWhole = (kind: RecordKind | WholeKind): kind is WholeKind => Object.hasOwn(WHOLES, kind);

type Looking = { whole: Whole; kinds: readonly RecordKind[]; take: number; size: number };

/** SQL for the columns of a `Look` at no more than `size` notes and transactions after the place, and its WITH. */
export function lookSql({ n, at }: Pick<Place, 'n' | 'at'>, { whole, kinds, take, size }: Looking, given: Given) {
  const [kind, key] = at ?? [RECORD_KINDS[0], ''];
  const [start, limit] = [`${given(at ? n : n + 1)}::bigint`, `${given(size)}::int`];
  const after = (value: string, other: string) => `CASE l."n" WHEN ${start} THEN ${given(value)} ELSE '${other}' END`;
  const wanted = given(kinds.flatMap((each) => (each === 'battle' ? [each, ...WHOLE_KINDS] : [each])));
  const left = whole ? given(`${whole.kind}:`) : '';
  const concerns = (note: string) =>
    whole ? `(v."isWithin" OR ${left}::text || ${whole.key} = ANY (${note}."left_within"))` : 'true';
  const later = (condition = 'true') => `EXISTS (SELECT FROM "note" m JOIN "log" o ON o."tx" = m."tx"
    WHERE m."kind" = v."kind" AND m."key" = v."key" AND o."n" > v."n" AND ${condition} ORDER BY m."tx" DESC OFFSET 0)`;
  const isThere = whole ? isVisible(whole.kind, whole.key) : 'true';
  return {
    with: `WITH "looked" AS MATERIALIZED (
      SELECT l."n", v.* FROM (SELECT "n", "tx" FROM "log" WHERE "n" >= ${start} ORDER BY "n" LIMIT ${limit}) l
      CROSS JOIN LATERAL (
        SELECT v."kind", v."key", v."was_visible", v."left_within" FROM "note" v WHERE v."tx" = l."tx"
          AND (v."kind", v."key") > ((${after(kind, RECORD_KINDS[0])})::"note_kind", ${after(key, '')})
          AND v."kind" <= 'battlesOfPack' AND v."kind" = ANY (${wanted}::text[]::"note_kind"[])
        ORDER BY v."kind", v."key" LIMIT ${limit}
      ) v ORDER BY l."n", v."kind", v."key" LIMIT ${limit}
    ), "shown" AS (
      SELECT v.*, v."isVisible" AND v."isWithin" AND ${isThere} AS "isCurrent" FROM (
        SELECT v.*, ${byKind(
          (each) => isVisible(each, 'v."key"'),
          () => 'true',
        )} AS "isVisible",
          ${byKind(
            (each) => isWithin(each, 'v."key"', whole),
            (each) => isOfWhole(each, whole),
          )} AS "isWithin"
        FROM "looked" v OFFSET 0
      ) v OFFSET 0
    ), "page" AS (
      SELECT v."n", v."kind", v."key", v."isCurrent" FROM "shown" v
      WHERE CASE WHEN v."isCurrent" THEN NOT ${later()} ELSE v."kind" <= 'battle' AND coalesce(v."was_visible", false)
        AND ${concerns('v')} AND NOT ${later(`m."was_visible" AND ${concerns('m')}`)} END
      ORDER BY v."n", v."kind", v."key" LIMIT ${given(take)}::int
    )`,
    columns: `(SELECT coalesce(json_agg("page"), '[]') FROM "page") AS "noted",
      CASE (SELECT count(*) FROM "looked") WHEN ${limit} THEN (
        SELECT json_build_array("n", "kind", "key") FROM "looked" ORDER BY "n" DESC, "kind" DESC, "key" DESC LIMIT 1)
      ELSE (SELECT json_build_array("n") FROM "log" WHERE "n" >= ${start} ORDER BY "n" OFFSET ${limit} - 1 LIMIT 1)
      END AS "end"`,
  };
}

function byKind(ofRecord: (kind: RecordKind) => string, ofWhole: (kind: WholeKind) => string): string {
  const cases = [
    ...RECORD_KINDS.map((kind) => [kind, ofRecord(kind)]),
    ...WHOLE_KINDS.map((kind) => [kind, ofWhole(kind)]),
  ];
  return `CASE v."kind" ${cases.map(([kind, sql]) => `WHEN '${kind}' THEN ${sql}`).join(' ')} END`;
}

/** SQL: whether battles of what the note names may belong to the whole; each of them is tested later. */
const isOfWhole = (kind: WholeKind, whole: Whole): string =>
  whole && WHOLES[kind].of === whole.kind ? `v."key" = ${whole.key}` : 'true';

/** The next visible battles for which a note stands, by key. */
export async function readMembers(
  sql: Sql,
  { kind, key, after }: { kind: WholeKind; key: string; after: string },
  within: Within | null,
  take: number,
): Promise<string[]> {
  const { values, given } = createParameters();
  const conditions = [
    `${WHOLES[kind].column} = ${given(key)}`,
    `${b.id} > ${given(after)}`,
    conditionOf(sourceOf('Battle', 'b'), VISIBLE.Battle, refuseValue),
    isWithin('battle', b.id, wholeOf(within, given)),
  ];
  const rows = await sql.queryPrepared<{ key: string }>(
    `SELECT ${b.id} AS "key" FROM ${tableOf('Battle')} b WHERE ${conditions.join(' AND ')} ORDER BY ${b.id} LIMIT ${given(take)}`,
    values,
  );
  return rows.map((row) => row.key);
}
