// The events that statistics are made of, all of them at once: a few bytes a battle.
import { type Event, unpackNumbers } from '../../statistics/event.js';
import type { RatedEvent } from '../../statistics/rated.js';
import type { Sql } from '../sql.js';
import { tableOf, type Where } from './model.js';
import { conditionOf, ROOT, sourceOf } from './where.js';

const MODEL = 'TournamentStatistics';

type Row = { month: string | null; factions: number[]; results: Uint8Array; field: Uint8Array };

export async function readEvents(sql: Sql, where: Where<typeof MODEL>): Promise<Event[]> {
  const values: unknown[] = [];
  const root = sourceOf(MODEL, ROOT);
  const condition = conditionOf(root, where, (value) => `$${values.push(value)}`);
  const rows = await sql.often<Row>(
    `SELECT to_char(${root.column('startDate')}, 'YYYY-MM') AS "month", ${root.column('factions')},
      ${root.column('results')}, ${root.column('field')} FROM ${tableOf(MODEL)} ${ROOT} WHERE ${condition}`,
    values,
  );
  return rows.map(({ month, factions, results, field }) => ({
    month,
    factions,
    results: unpackNumbers(results),
    field: unpackNumbers(field),
  }));
}

type RatedRow = { slug: string; month: string | null; results: Uint8Array };

/** The same with what ratings expected of their battles, which is kept by the week. */
export async function readRatedEvents(sql: Sql, where: Where<typeof MODEL>): Promise<RatedEvent[]> {
  const values: unknown[] = [];
  const root = sourceOf(MODEL, ROOT);
  const expectation = sourceOf('TournamentExpectation', '"expectation"');
  const condition = conditionOf(root, where, (value) => `$${values.push(value)}`);
  const [slug, own] = [expectation.column('tournamentSlug'), root.column('tournamentSlug')];
  const rows = await sql.often<RatedRow>(
    `SELECT ${slug} AS "slug", to_char(${root.column('startDate')}, 'YYYY-MM') AS "month",
      string_agg(${expectation.column('results')}, '') AS "results"
    FROM ${tableOf('TournamentExpectation')} "expectation" JOIN ${tableOf(MODEL)} ${ROOT} ON ${own} = ${slug}
    WHERE ${condition} GROUP BY 1, 2`,
    values,
  );
  return rows.map(({ month, results }) => ({ month, battles: unpackNumbers(results) }));
}
