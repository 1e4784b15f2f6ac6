// The database as a bundle, in the form an import reads. One snapshot, streamed a few rows at a time, so that
// writers may go on and memory stays small.
import type { Db } from '../db/client.js';

const ROWS_AT_A_TIME = 500;

/** Lines in a fixed order, each without its newline. */
export async function exportLines({ sql: connection }: Pick<Db, 'sql'>, write: (lines: string[]) => Promise<void>) {
  return connection.transaction(async (sql) => {
    await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    for (const select of [clubs, players, battlePacks, tournaments, battles]) {
      await sql.query(`DECLARE "rows" NO SCROLL CURSOR FOR ${select}`);
      for (;;) {
        const rows = await sql.query<{ line: string }>(`FETCH ${ROWS_AT_A_TIME} FROM "rows"`);
        if (rows.length > 0) await write(rows.map(({ line }) => line));
        if (rows.length < ROWS_AT_A_TIME) break;
      }
      await sql.query('CLOSE "rows"');
    }
  });
}

const day = (column: string) => `day_text(${column})`;

/** json_build_object, since it keeps the order of its keys. */
function line(values: Record<string, string>): string {
  return `json_build_object(${pairs(values)})::text AS "line"`;
}

function list(values: Record<string, string>, from: string, order: string): string {
  return `(SELECT coalesce(json_agg(json_build_object(${pairs(values)}) ORDER BY ${order}), '[]') FROM ${from})`;
}

function pairs(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `'${key}', ${value}`)
    .join(', ');
}

const clubs = `SELECT ${line({
  type: `'club'`,
  slug: '"slug"',
  name: '"name"',
  description: '"description"',
  city: '"city"',
  country: '"country"',
  members: '"members"',
  website: '"website"',
})} FROM "club" ORDER BY "slug" COLLATE "C"`;

const players = `SELECT ${line({
  type: `'player'`,
  id: '"id"',
  name: '"name"',
  removed: '"removed"',
})} FROM "player" ORDER BY "id" COLLATE "C"`;

const battlePacks = `SELECT ${line({
  type: `'battlePack'`,
  name: '"name"',
  scoresObjectives: '"scores_objectives"',
  usesBattleTactics: '"uses_battle_tactics"',
  usesGrandStrategies: '"uses_grand_strategies"',
})} FROM "battle_pack" ORDER BY "name" COLLATE "C"`;

const stages = list(
  { id: 's."id"', name: 's."name"', type: 's."type"', rounds: 's."rounds"', players: 's."players"' },
  '"stage" s WHERE s."tournament_slug" = t."slug"',
  's."position"',
);

const participants = list(
  {
    entry: 'p."entry"',
    playerId: 'p."player_id"',
    name: 'CASE WHEN p."player_id" IS NULL THEN p."name" END',
    club: 'p."club_slug"',
    group: 'p."group"',
    dropped: 'p."dropped"',
    finalPlacement: 'p."final_placement"',
    list: 'p."list"',
  },
  '"participant" p WHERE p."tournament_slug" = t."slug"',
  'p."entry"',
);

const bracketMatches = list(
  {
    stage: 'm."stage_id"',
    roundNumber: 'm."round_number"',
    round: 'm."round"',
    table: 'm."table"',
    players: `CASE WHEN m."first_id" IS NULL THEN '[]'::json ELSE json_build_array(a."entry", b."entry") END`,
    winner: 'w."entry"',
    battle: 'm."battle_id"',
  },
  `"bracket_match" m LEFT JOIN "participant" a ON a."id" = m."first_id" LEFT JOIN "participant" b ON b."id" = m."second_id"
    LEFT JOIN "participant" w ON w."id" = m."winner_id" JOIN "stage" s ON s."tournament_slug" = m."tournament_slug"
    AND s."id" = m."stage_id" WHERE m."tournament_slug" = t."slug"`,
  's."position", m."round_number", m."table"',
);

const tournaments = `SELECT ${line({
  type: `'tournament'`,
  slug: 't."slug"',
  name: 't."name"',
  published: 't."published"',
  status: 't."status"',
  startDate: day('t."start_date"'),
  endDate: day('t."end_date"'),
  description: 't."description"',
  city: 't."city"',
  country: 't."country"',
  battleSize: 't."battle_size"',
  battlePack: 't."battle_pack"',
  club: 't."club_slug"',
  tieBreakers: 't."tie_breakers"',
  groups: 't."groups"',
  organizers: `(SELECT coalesce(json_agg(o."player_id" ORDER BY o."player_id" COLLATE "C"), '[]')
    FROM "tournament_organizer" o WHERE o."tournament_slug" = t."slug")`,
  stages,
  participants,
  bracketMatches,
})} FROM "tournament" t ORDER BY t."slug" COLLATE "C"`;

const sides = list(
  {
    entry: 'p."entry"',
    playerId: 'CASE WHEN s."participant_id" IS NULL THEN s."player_id" END',
    name: 'CASE WHEN s."participant_id" IS NULL AND s."player_id" IS NULL THEN s."name" END',
    faction: 's."faction"',
    subFaction: 's."sub_faction"',
    outcome: 's."outcome"',
    battlePoints: 's."battle_points"',
    victoryPoints: 's."victory_points"',
    objectivePoints: 's."objective_points"',
    battleTacticsScored: 's."battle_tactics_scored"',
    grandStrategy: 's."grand_strategy"',
    grandStrategyScored: 's."grand_strategy_scored"',
    drops: 's."drops"',
    role: 's."role"',
    list: 's."list"',
    rounds: 's."rounds"',
  },
  '"battle_side" s LEFT JOIN "participant" p ON p."id" = s."participant_id" WHERE s."battle_id" = b."id"',
  's."position"',
);

const battles = `SELECT ${line({
  type: `'battle'`,
  id: 'b."id"',
  date: day('b."date"'),
  tournament: 'b."tournament_slug"',
  stage: 'b."stage_id"',
  round: 'b."round"',
  scenario: 'b."scenario"',
  battlePack: 'b."battle_pack"',
  battleSize: 'b."battle_size"',
  victorySize: 'b."victory_size"',
  archived: 'b."archived"',
  club: 'b."club_slug"',
  sides,
})} FROM "battle" b ORDER BY b."id" COLLATE "C"`;
