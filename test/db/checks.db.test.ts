import { POINT_UNITS, POINTS_MAX } from '@battle-results/bundle-format/points';
import { expect, test } from 'vitest';
import { openTestDb } from '../support/database.js';
import { richWorld } from '../support/rich-world.js';
import { EMPTY_LIST, EMPTY_ROUND, load } from '../support/world.js';

const db = await openTestDb();
await load(db, richWorld);
await db.sql.query(`INSERT INTO "account" ("name") VALUES ('Ann')`);

const swiss = (set: string) => `UPDATE "stage" SET ${set} WHERE "id" = 'swiss'`;
const match = (set: string) => `UPDATE "bracket_match" SET ${set}`;
const tournament = (set: string) => `UPDATE "tournament" SET ${set}`;
const participant = (set: string) => `UPDATE "participant" SET ${set} WHERE "entry" = 3`;
const battle = (set: string) => `UPDATE "battle" SET ${set} WHERE "id" = 'b-1'`;
const side = (set: string) => `UPDATE "battle_side" SET ${set} WHERE "battle_id" = 'b-1' AND "position" = 1`;
const unplayed = (rest: object) =>
  `"unplayed" = '${JSON.stringify([{ stage: 'swiss', round: 1, kind: 'bye', outcome: null, battlePoints: 0, victoryPoints: 0, ...rest }])}'`;
const list = (changes: object) => `"list" = '${JSON.stringify({ ...EMPTY_LIST, ...changes })}'`;
const rounds = (changes: object) => `"rounds" = '${JSON.stringify([EMPTY_ROUND, { ...EMPTY_ROUND, ...changes }])}'`;

const REFUSED: [constraint: string, statement: string][] = [
  ['club_slug_word', `UPDATE "club" SET "slug" = 'two words'`],
  ['club_slug_word', `UPDATE "club" SET "slug" = ''`],
  ['club_slug_word', `UPDATE "club" SET "slug" = repeat('a', 201)`],
  ['club_slug_word', `UPDATE "club" SET "slug" = 'a/b'`],
  ['club_slug_word', `UPDATE "club" SET "slug" = '..'`],
  ['club_slug_word', `UPDATE "club" SET "slug" = E'a\u0001'`],
  ['club_slug_word', `UPDATE "club" SET "slug" = E'a\u200bb'`],
  ['club_name', `UPDATE "club" SET "name" = ''`],
  ['club_texts', `UPDATE "club" SET "description" = repeat('é', 20001)`],
  ['club_texts', `UPDATE "club" SET "city" = repeat('a', 201)`],
  ['club_texts', `UPDATE "club" SET "website" = repeat('a', 2001)`],
  ['club_members_count', `UPDATE "club" SET "members" = -1`],
  ['faction_slug_word', `INSERT INTO "faction" ("slug", "name") VALUES ('two words', 'A')`],
  ['faction_name', `INSERT INTO "faction" ("slug", "name") VALUES ('a', ' ')`],
  ['rating_state_one', `INSERT INTO "rating_state" ("id", "generation", "method", "battles") VALUES (2, 0, 'none', 0)`],
  ['player_id_word', `UPDATE "player" SET "id" = 'a?b' WHERE "id" = 'p-1'`],
  ['player_id_word', `UPDATE "player" SET "id" = E'p\u202e1' WHERE "id" = 'p-1'`],
  ['player_name', `UPDATE "player" SET "name" = ' ' WHERE "id" = 'p-1'`],
  ['player_name', `UPDATE "player" SET "name" = repeat('a', 201) WHERE "id" = 'p-1'`],
  ['battle_pack_name', `UPDATE "battle_pack" SET "name" = E'Two\nlines'`],
  ['player_named_unless_removed', `UPDATE "player" SET "name" = NULL WHERE "id" = 'p-1'`],
  ['player_named_unless_removed', `UPDATE "player" SET "removed" = false WHERE "id" = 'p-2'`],
  ['tournament_slug_word', tournament(`"slug" = 'a#b'`)],
  ['tournament_name', tournament(`"name" = E'a\u0085'`)],
  ['tournament_texts', tournament(`"description" = repeat('a', 20001)`)],
  ['tournament_texts', tournament(`"country" = repeat('a', 201)`)],
  ['tournament_dates_in_order', tournament(`"start_date" = '2026-05-03', "end_date" = '2026-05-02'`)],
  ['tournament_dates_four_digits', tournament(`"start_date" = '10000-01-01'`)],
  ['tournament_dates_four_digits', tournament(`"end_date" = '0001-12-31 BC'`)],
  ['tournament_dates_four_digits', tournament(`"end_date" = 'infinity'`)],
  ['tournament_battle_size', tournament('"battle_size" = 0')],
  ['tournament_provenance', tournament(`"provenance" = '{"source": "a spreadsheet"}'`)],
  ['tournament_provenance', tournament(`"provenance" = '[]'`)],
  ['tournament_lists_from', tournament(`"lists_from" = ''`)],
  ['tournament_lists_from', tournament(`"lists_from" = '2026-11-20T18:00:00+01:00'`)],
  ['tournament_ranked_by_something', tournament(`"tie_breakers" = '{}'`)],
  ['tournament_teams_ranked_by_something', tournament(`"team_tie_breakers" = '{}'`)],
  ['tournament_team_draw_range', tournament('"team_draw_range" = -1')],
  ['tournament_team_draw_range', tournament('"team_draw_range" = 1000001')],
  ['team_name', `UPDATE "team" SET "name" = ' ' WHERE "name" = 'Blue'`],
  ['stage_id_in_use', swiss(`"id" = 'final'`)],
  ['stage_id_in_use', `UPDATE "stage" SET "id" = 'placement-' WHERE "id" = 'knockout'`],
  ['stage_id_in_use', `UPDATE "stage" SET "id" = 'placement-0' WHERE "id" = 'knockout'`],
  [
    'stage_band_in_order',
    `INSERT INTO "stage" ("tournament_slug", "id", "name", "type", "rounds", "position")
     VALUES ('spring-clash', 'placement-8-5', 'Rest', 'bracket', 1, 9)`,
  ],
  ['stage_name', swiss(`"name" = ''`)],
  ['stage_type_of_id', swiss(`"type" = 'bracket'`)],
  ['stage_rounds_unless_final', swiss('"rounds" = NULL')],
  ['stage_rounds_count', swiss('"rounds" = 0')],
  ['stage_rounds_count', swiss('"rounds" = 100')],
  ['stage_players_of_knockout', swiss('"players" = 8')],
  ['stage_players_of_knockout', `UPDATE "stage" SET "players" = NULL WHERE "id" = 'knockout'`],
  ['stage_players_count', `UPDATE "stage" SET "players" = 1 WHERE "id" = 'knockout'`],
  ['participant_entry_number', participant('"entry" = 0')],
  ['participant_entry_number', participant('"entry" = 1000000')],
  ['participant_name', participant(`"name" = ''`)],
  ['participant_group', participant(`"group" = ''`)],
  ['participant_named_or_linked', participant('"name" = NULL')],
  ['participant_final_placement', participant('"final_placement" = 0')],
  ['participant_list', participant(`"list" = 'null'`)],
  ['participant_list', participant(`"list" = '{}'`)],
  ['participant_list', participant(list({ faction: null }))],
  ['participant_list', participant(list({ points: '0' }))],
  ['participant_unplayed', participant(`"unplayed" = '{}'`)],
  ['participant_unplayed', participant(unplayed({ kind: 'holiday' }))],
  ['participant_unplayed', participant(unplayed({ round: 0 }))],
  ['participant_unplayed', participant(unplayed({ battlePoints: 1e7 }))],
  ['participant_unplayed', participant(unplayed({ victoryPoints: 0.5 }))],
  ['bracket_match_round_number', match('"round_number" = 0')],
  ['bracket_match_round_number', match('"round_number" = 100')],
  ['bracket_match_round', match(`"round" = ''`)],
  ['bracket_match_table', match('"table" = 0')],
  ['bracket_match_both_players_or_none', match('"first_id" = NULL, "winner_id" = NULL')],
  ['bracket_match_two_players', match('"second_id" = "first_id"')],
  ['bracket_match_winner_is_one_of_them', match('"winner_id" = (SELECT "id" FROM "participant" WHERE "entry" = 3)')],
  ['bracket_match_winner_is_one_of_them', match('"first_id" = NULL, "second_id" = NULL')],
  ['battle_id_word', battle(`"id" = 'a%b'`)],
  ['battle_date_four_digits', battle(`"date" = '10000-01-01'`)],
  ['battle_date_four_digits', battle(`"date" = '0001-12-31 BC'`)],
  ['battle_round_number', battle('"round" = 0')],
  ['battle_round_number', battle('"round" = 10000')],
  ['battle_scenario', battle(`"scenario" = repeat('a', 201)`)],
  ['battle_size', battle('"battle_size" = 0')],
  ['battle_in_a_stage_or_casual', battle('"stage_id" = NULL')],
  ['battle_in_a_stage_or_casual', battle('"tournament_slug" = NULL')],
  ['battle_not_in_final_standings', battle(`"stage_id" = 'standings'`)],
  ['battle_club_only_when_casual', battle(`"club_slug" = 'northern-legion'`)],
  ['battle_side_position', side('"position" = 3')],
  ['battle_side_position', side('"position" = 0')],
  [
    'battle_side_named_or_linked',
    `UPDATE "battle_side" SET "name" = NULL WHERE "battle_id" = 'b-3' AND "position" = 2`,
  ],
  ['battle_side_name', `UPDATE "battle_side" SET "name" = '' WHERE "battle_id" = 'b-3' AND "position" = 2`],
  ['battle_side_texts', side(`"faction" = repeat('a', 201)`)],
  ['battle_side_counts', side('"objective_points" = -1')],
  ['battle_side_counts', side('"battle_tactics_scored" = -1')],
  ['battle_side_counts', side('"drops" = -1')],
  ['battle_side_scores', side('"victory_points" = 1000001')],
  ['battle_side_scores', side('"victory_points" = -1000001')],
  ['battle_side_scores', side('"objective_points" = 1000001')],
  ['battle_side_battle_points', side(`"battle_points" = 'Infinity'`)],
  ['battle_side_battle_points', side(`"battle_points" = 'NaN'`)],
  ['battle_side_battle_points', side(`"battle_points" = ${POINTS_MAX + 1 / POINT_UNITS}`)],
  ['battle_side_battle_points', side(`"battle_points" = ${-POINTS_MAX - 1 / POINT_UNITS}`)],
  ['battle_side_battle_points', side(`"battle_points" = ${0.1 / POINT_UNITS}`)],
  ['battle_side_battle_points', side(`"battle_points" = ${0.1 + 0.2}`)],
  ['battle_side_list', side(list({ text: 7 }))],
  ['battle_side_list', side(list({ battleTacticCards: [7] }))],
  ['battle_side_list', side(`"list" = jsonb_build_array("list")`)],
  ['battle_side_rounds', side(`"rounds" = jsonb_build_array("rounds")`)],
  ['battle_side_rounds', side(rounds({ objectives: [7] }))],
  ['battle_side_list', side(list({ battleTacticCards: '' }))],
  ['battle_side_rounds', side(`"rounds" = '{}'`)],
  ['battle_side_rounds', side(`"rounds" = '[7]'`)],
  ['battle_side_rounds', side(rounds({ round: '1' }))],
  ['battle_side_rounds', side(rounds({ victoryPoints: null }))],
  ['battle_side_rounds', side(rounds({ objectivePoints: true }))],
  ['battle_side_rounds', side(rounds({ objectives: null }))],
  ['battle_side_rounds', side(rounds({ battleTactic: 7 }))],
  ['battle_side_rounds', side(rounds({ battleTacticScored: 0 }))],
  ['battle_side_rounds', side(rounds({ priority: null }))],
  ['battle_side_rounds', side(rounds({ metrics: null }))],
  ['api_key_hash', `INSERT INTO "api_key" ("account_name", "hash", "hint") VALUES ('Ann', 'svc_v1_secret', '')`],
  [
    'api_key_rate_limit',
    `INSERT INTO "api_key" ("account_name", "hash", "hint", "rate_limit") VALUES ('Ann', '${'0'.repeat(64)}', '', -1)`,
  ],
];

test.each(REFUSED)('%s refuses %s', async (constraint, statement) => {
  await expect(db.sql.query(statement)).rejects.toMatchObject({ code: '23514', constraint });
});

test('no check is without such a case', async () => {
  const rows = await db.sql.query<{ name: string }>(`
    SELECT "conname" AS "name" FROM pg_constraint WHERE "contype" = 'c' AND "conrelid" <> 0
      AND "connamespace" = 'public'::regnamespace`);
  const tested = new Set(REFUSED.map(([constraint]) => constraint));
  expect(rows.map(({ name }) => name).filter((name) => !tested.has(name))).toStrictEqual([]);
  expect(rows.length).toBe(tested.size);
});

test.each([POINTS_MAX, -POINTS_MAX, POINTS_MAX - 1 / POINT_UNITS, 1 / POINT_UNITS, 0.3, -123_456.7891])(
  'battle points that a bundle may have can be stored: %d',
  async (points) => {
    await db.sql.query(side(`"battle_points" = ${points}`));
  },
);

test('a battle does not leave its tournament without its sides', async () => {
  await expect(db.sql.query(battle('"tournament_slug" = NULL, "stage_id" = NULL'))).rejects.toThrow(
    'battle b-1: its sides are played by participants of another tournament',
  );
});

test('two stages of a tournament are never at the same place', async () => {
  await expect(db.sql.query('UPDATE "stage" SET "position" = 1')).rejects.toMatchObject({ constraint: 'stage_order' });
});

test('stages can change places in one transaction', async () => {
  await db.sql.transaction(async (sql) => {
    await sql.query(`UPDATE "stage" SET "position" = 2 WHERE "id" = 'swiss'`);
    await sql.query(`UPDATE "stage" SET "position" = 1 WHERE "id" = 'knockout'`);
  });
  expect(await db.sql.query('SELECT "id" FROM "stage" ORDER BY "position"')).toStrictEqual([
    { id: 'knockout' },
    { id: 'swiss' },
  ]);
});
