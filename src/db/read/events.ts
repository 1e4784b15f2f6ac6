// Reads all events for statistics at once, at a few bytes per battle.

import { getOrMake } from '../../helpers/get-or-make.js';
import { type Event, type FactionId, unpackNumbers } from '../../statistics/event.js';
import type { RatedEvent } from '../../statistics/rated.js';
import { tableOf, type Where } from '../one-statement/model.js';
import { conditionOf, ROOT, sourceOf } from '../one-statement/where.js';
import { createParameters, type Sql } from '../sql.js';

const MODEL = 'TournamentStatistics';

type Row = Record<'months' | 'lists' | 'battles' | 'players' | 'rosters', string> &
  Record<'results' | 'field' | 'sides' | 'roster', Uint8Array>;

/** Events per row: single events are the slowest to read, and one row for all is read only once the last is sent. */
const EVENTS_IN_ROW = 128;

/** `withField` adds month and field, a third of the data. */
export async function readEvents(
  sql: Sql,
  where: Where<typeof MODEL>,
  { withField }: { withField: boolean },
): Promise<Event[]> {
  const { values, given } = createParameters();
  const root = sourceOf(MODEL, ROOT);
  const side = sourceOf('TournamentSides', '"side"');
  const condition = conditionOf(root, where, given);
  const rows = await sql.queryPrepared<Row>(
    `SELECT string_agg("month", ',') AS "months", string_agg(array_to_string("factions", ','), ';') AS "lists",
      string_agg((length("results") / 4)::text, ',') AS "battles", string_agg("results", '') AS "results",
      string_agg("sides", '') AS "sides", string_agg((length("roster") / 4)::text, ',') AS "rosters", string_agg("roster", '') AS "roster",
      string_agg((length("field") / 8)::text, ',') AS "players", ${withField ? `string_agg("field", '')` : `''::bytea`} AS "field"
    FROM (
      SELECT ${withField ? `coalesce(to_char(${root.column('startDate')}, 'YYYY-MM'), '')` : `''`} AS "month", ${root.column('factions')} AS "factions",
        ${root.column('results')} AS "results", ${root.column('field')} AS "field",
        coalesce(${side.column('sides')}, '') AS "sides", coalesce(${side.column('roster')}, '') AS "roster",
        (row_number() OVER () - 1) / ${EVENTS_IN_ROW} AS "row"
      FROM ${tableOf(MODEL)} ${ROOT}
      LEFT JOIN ${tableOf('TournamentSides')} "side" ON ${side.column('tournamentSlug')} = ${root.column('tournamentSlug')}
      WHERE ${condition}
    ) AS "event" GROUP BY "row"`,
    values,
  );
  // Many events share the same list of factions.
  const known = new Map<string, FactionId[]>();
  return rows.flatMap((row) => eventsOf(row, known));
}

function eventsOf({ months, lists, results, players, field, ...row }: Row, known: Map<string, FactionId[]>): Event[] {
  const factionsAt = lists.split(';');
  const playersAt = players.split(',').map(Number);
  const battlesAt = row.battles.split(',').map(Number);
  const resultsAt = sliced(results, battlesAt);
  const sidesAt = sliced(row.sides, battlesAt);
  const rosterAt = sliced(row.roster, row.rosters.split(',').map(Number));
  const fieldAt = sliced(
    field,
    playersAt.map((players) => 2 * players),
  );
  return months.split(',').map((month, at) => ({
    month: month === '' ? null : month,
    factions: listOf(factionsAt[at] ?? '', known),
    players: playersAt[at] ?? 0,
    results: resultsAt[at] ?? NONE,
    roster: rosterAt[at] ?? NONE,
    sides: sidesAt[at] ?? NONE,
    field: fieldAt[at] ?? NONE,
  }));
}

const NONE = new Int32Array();

/** Splits the packed numbers into one slice per event. */
function sliced(bytes: Uint8Array, lengths: readonly number[]): Int32Array[] {
  const numbers = unpackNumbers(bytes);
  let from = 0;
  return lengths.map((length) => {
    const slice = numbers.subarray(from, from + length);
    from += slice.length;
    return slice;
  });
}

const listOf = (text: string, known: Map<string, FactionId[]>): FactionId[] =>
  getOrMake(known, text, () => (text === '' ? [] : text.split(',').map(Number)));

type RatedRow = { slug: string; month: string | null; results: Uint8Array };

/** Like `readEvents`, with the results that ratings expected; those are stored by week. */
export async function readRatedEvents(sql: Sql, where: Where<typeof MODEL>): Promise<RatedEvent[]> {
  const { values, given } = createParameters();
  const root = sourceOf(MODEL, ROOT);
  const expectation = sourceOf('TournamentExpectation', '"expectation"');
  const condition = conditionOf(root, where, given);
  const [slug, own] = [expectation.column('tournamentSlug'), root.column('tournamentSlug')];
  const rows = await sql.queryPrepared<RatedRow>(
    `SELECT ${slug} AS "slug", to_char(${root.column('startDate')}, 'YYYY-MM') AS "month",
      string_agg(${expectation.column('results')}, '') AS "results"
    FROM ${tableOf('TournamentExpectation')} "expectation" JOIN ${tableOf(MODEL)} ${ROOT} ON ${own} = ${slug}
    WHERE ${condition} GROUP BY 1, 2`,
    values,
  );
  return rows.map(({ month, results }) => ({ month, battles: unpackNumbers(results) }));
}
