// Plain SQL that changes source rows, and some that tries to change derived ones, as a person at a prompt might.
import fc from 'fast-check';

/** Statements of one transaction, which the database may refuse. */
export type Write = { what: string; statements: string[] };

const number = fc.nat(9);
const NAMES = ['Ann', 'Ann Lee', 'Éva ØRSTED', 'ŁUKASZ', 'Straße', 'Ζωή', 'Zoë O’Brien-Smith'];
const name = fc.constantFrom(...NAMES);
const day = fc.constantFrom(`'2026-05-01'`, `'2026-05-02'`, `'2025-12-31'`, 'NULL');
const metric = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0.5, 2.25), fc.boolean());
const metrics = fc.array(fc.dictionary(fc.constantFrom('kills', 'a "b"', 'é'), metric), { maxLength: 3 });

/** The row at this position, whatever its current key; positions beyond the end wrap around. */
const nth = (table: string, key: string, place: number, where = 'true') =>
  `(SELECT "${key}" FROM "${table}" WHERE ${where} ORDER BY "${key}" LIMIT 1
    OFFSET ${place} % (SELECT greatest(count(*), 1) FROM "${table}" WHERE ${where}))`;
const player = (place: number) => nth('player', 'id', place);
const club = (place: number) => (place === 0 ? 'NULL' : nth('club', 'slug', place));
const tournament = (place: number) => nth('tournament', 'slug', place);
const participant = (place: number) => nth('participant', 'id', place);
const battle = (place: number) => nth('battle', 'id', place);
const casual = (place: number) => nth('battle', 'id', place, '"tournament_slug" IS NULL');

const written = fc.record({ a: number, b: number, c: number, name, other: name, day, metrics });
type Chosen = typeof written extends fc.Arbitrary<infer T> ? T : never;

const WRITES: Record<string, (chosen: Chosen) => string | string[]> = {
  'rename a player': ({ a, name }) =>
    `UPDATE "player" SET "name" = '${name}' WHERE "id" = ${player(a)} AND NOT "removed"`,
  'rename everybody': ({ name }) => `UPDATE "player" SET "name" = '${name}' WHERE NOT "removed"`,
  'remove a player': ({ a }) => `UPDATE "player" SET "removed" = true WHERE "id" = ${player(a)}`,
  'restore players': ({ name }) => `UPDATE "player" SET "removed" = false, "name" = '${name}' WHERE "removed"`,
  'change a player id': ({ a, b }) => `UPDATE "player" SET "id" = 'p-${b}' WHERE "id" = ${player(a)}`,
  'change id and name': ({ a, b, name }) =>
    `UPDATE "player" SET "id" = 'p-${b}', "name" = '${name}' WHERE "id" = ${player(a)} AND NOT "removed"`,
  'link a participant': ({ a, b }) =>
    `UPDATE "participant" SET "player_id" = ${player(b)} WHERE "id" = ${participant(a)}`,
  'unlink a participant': ({ a, name }) =>
    `UPDATE "participant" SET "player_id" = NULL, "name" = '${name}' WHERE "id" = ${participant(a)}`,
  'name a participant': ({ a, name }) => `UPDATE "participant" SET "name" = '${name}' WHERE "id" = ${participant(a)}`,
  'change who is represented': ({ a, b }) =>
    `UPDATE "participant" SET "club_slug" = ${club(b)} WHERE "id" = ${participant(a)}`,
  'change everything of all participants': ({ a, name }) =>
    `UPDATE "participant" SET "club_slug" = ${club(a)}, "name" = '${name}'`,
  'change the club of a tournament': ({ a, b }) =>
    `UPDATE "tournament" SET "club_slug" = ${club(b)} WHERE "slug" = ${tournament(a)}`,
  'change a slug': ({ a, b }) => `UPDATE "tournament" SET "slug" = 't-${b}' WHERE "slug" = ${tournament(a)}`,
  'change slug and club': ({ a, b, c }) =>
    `UPDATE "tournament" SET "slug" = 't-${b}', "club_slug" = ${club(c)} WHERE "slug" = ${tournament(a)}`,
  'publish or not': ({ a }) => `UPDATE "tournament" SET "published" = NOT "published" WHERE "slug" = ${tournament(a)}`,
  'rename a tournament': ({ a, name }) => `UPDATE "tournament" SET "name" = '${name}' WHERE "slug" = ${tournament(a)}`,
  'move a tournament to another day': ({ a, day }) =>
    `UPDATE "tournament" SET "start_date" = ${day}, "end_date" = NULL WHERE "slug" = ${tournament(a)}`,
  'rename a club': ({ a, name }) => `UPDATE "club" SET "name" = '${name}' WHERE "slug" = ${club(a + 1)}`,
  'change the slug of a club': ({ a, b }) => `UPDATE "club" SET "slug" = 'c-${b}' WHERE "slug" = ${club(a)}`,
  organise: ({ a, b, name }) =>
    `INSERT INTO "tournament_organizer" ("tournament_slug", "player_id", "name")
     VALUES (${tournament(a)}, ${player(b)}, '${name}')`,
  'organise no more': ({ a }) => `DELETE FROM "tournament_organizer" WHERE "player_id" = ${player(a)}`,
  'hand over': ({ a, b }) =>
    `UPDATE "tournament_organizer" SET "player_id" = ${player(b)} WHERE "player_id" = ${player(a)}`,
  'move a battle to another day': ({ a, day }) => `UPDATE "battle" SET "date" = ${day} WHERE "id" = ${battle(a)}`,
  'move a battle to another round': ({ a, b }) => `UPDATE "battle" SET "round" = ${b + 1} WHERE "id" = ${battle(a)}`,
  'move all battles': ({ day }) => `UPDATE "battle" SET "date" = ${day}`,
  'change a battle id': ({ a, b }) => `UPDATE "battle" SET "id" = 'b-${b}' WHERE "id" = ${battle(a)}`,
  'move a battle to another tournament': ({ a, b, day }) =>
    `UPDATE "battle" SET "tournament_slug" = ${tournament(b)}, "date" = ${day}
     WHERE "id" = ${nth('battle', 'id', a, '"tournament_slug" IS NOT NULL')}`,
  'change the club of a battle': ({ a, b }) => `UPDATE "battle" SET "club_slug" = ${club(b)} WHERE "id" = ${casual(a)}`,
  'play a tournament battle': ({ a, b, c, day, name }) => [
    `INSERT INTO "battle" ("id", "date", "tournament_slug", "stage_id", "battle_size")
     VALUES ('b-${a}', ${day}, (SELECT "tournament_slug" FROM "participant" WHERE "id" = ${participant(b)}), 'swiss', 1)`,
    `INSERT INTO "battle_side" ("battle_id", "position", "participant_id", "player_id", "name", "newest")
     VALUES ('b-${a}', 1, ${participant(b)}, ${player(c)}, '${name}', 'wrong')`,
    `INSERT INTO "battle_side" ("battle_id", "position", "participant_id")
     SELECT 'b-${a}', 2, max("id") FROM "participant"
     WHERE "tournament_slug" = (SELECT "tournament_slug" FROM "battle" WHERE "id" = 'b-${a}')`,
  ],
  'play a casual battle': ({ a, b, c, day, name, other }) => [
    `INSERT INTO "battle" ("id", "date", "battle_size", "club_slug") VALUES ('b-${a}', ${day}, 1, ${club(c)})`,
    `INSERT INTO "battle_side" ("battle_id", "position", "player_id", "name")
     VALUES ('b-${a}', 1, ${player(b)}, '${other}'), ('b-${a}', 2, NULL, '${name}')`,
  ],
  'delete a battle': ({ a }) => `DELETE FROM "battle" WHERE "id" = ${battle(a)}`,
  'delete the sides of a battle': ({ a }) => `DELETE FROM "battle_side" WHERE "battle_id" = ${battle(a)}`,
  'delete a side': ({ a, b }) =>
    `DELETE FROM "battle_side" WHERE "battle_id" = ${battle(a)} AND "position" = ${(b % 2) + 1}`,
  'swap the outcomes': ({ a }) =>
    `UPDATE "battle_side" SET "outcome" = CASE "outcome" WHEN 'win' THEN 'loss' WHEN 'loss' THEN 'win' END::"outcome"
     WHERE "battle_id" = ${battle(a)}`,
  'let somebody else play': ({ a, b, c }) =>
    `UPDATE "battle_side" SET "participant_id" = ${participant(c)}
     WHERE "battle_id" = ${battle(a)} AND "position" = ${(b % 2) + 1} AND "participant_id" IS NOT NULL`,
  'let another player play': ({ a, b }) =>
    `UPDATE "battle_side" SET "player_id" = ${player(b)} WHERE "battle_id" = ${casual(a)} AND "position" = 1`,
  'move the sides to another battle': ({ a, b }) => [
    `DELETE FROM "battle_side" WHERE "battle_id" = ${casual(b)} AND ${casual(a)} <> ${casual(b)}`,
    `UPDATE "battle_side" SET "battle_id" = ${casual(b)} WHERE "battle_id" = ${casual(a)}`,
  ],
  'write copies by hand': ({ a, b, name }) => [
    `UPDATE "battle_side" SET "name" = '${name}', "newest" = 'wrong' WHERE "battle_id" = ${battle(a)}`,
    `UPDATE "battle_side" SET "player_id" = ${player(b)} WHERE "battle_id" = ${battle(a)} AND "position" = 2`,
    `UPDATE "tournament_organizer" SET "name" = '${name}'`,
  ],
  'describe a tournament': ({ a, name }) =>
    `UPDATE "tournament" SET "description" = '${name}', "battle_size" = "battle_size" + 1 WHERE "slug" = ${tournament(a)}`,
  'finish or go on': ({ a }) =>
    `UPDATE "tournament" SET "status" = CASE "status" WHEN 'finished' THEN 'ongoing' ELSE 'finished' END::"tournament_status"
     WHERE "slug" = ${tournament(a)}`,
  'plan a tournament': ({ a, b }) =>
    `INSERT INTO "tournament" ("slug", "name", "published", "battle_size", "club_slug")
     VALUES ('t-${a}', 'New', true, 2000, ${club(b)})`,
  'name a stage': ({ a, name }) => `UPDATE "stage" SET "name" = '${name}' WHERE "tournament_slug" = ${tournament(a)}`,
  'add a stage': ({ a }) =>
    `INSERT INTO "stage" ("tournament_slug", "id", "name", "type", "rounds", "position")
     VALUES (${tournament(a)}, 'placement-swiss', 'Rest', 'board', 2, 9)`,
  'sign up': ({ a, b, name }) =>
    `INSERT INTO "participant" ("tournament_slug", "entry", "name", "club_slug")
     SELECT ${tournament(a)}, coalesce(max("entry"), 0) + 1, '${name}', ${club(b)} FROM "participant"`,
  'drop out, with another list': ({ a, name }) =>
    `UPDATE "participant" SET "dropped" = NOT "dropped", "list" = '{"faction": "${name}", "subFaction": "", "points": 1,
     "battleTacticCards": [], "text": ""}' WHERE "id" = ${participant(a)}`,
  'change a match': ({ a, name }) =>
    `UPDATE "bracket_match" SET "round" = '${name}', "table" = ${a + 1}, "battle_id" = NULL`,
  'describe a club': ({ a, name }) =>
    `UPDATE "club" SET "description" = '${name}', "city" = '${name} ' || "members", "members" = "members" + 1
     WHERE "slug" = ${club(a + 1)}`,
  'found a club': ({ a, name }) => `INSERT INTO "club" ("slug", "name") VALUES ('c-${a}', '${name}')`,
  'close a club': ({ a }) => [
    ...['tournament', 'participant', 'battle', 'team'].map(
      (table) => `UPDATE "${table}" SET "club_slug" = NULL WHERE "club_slug" = ${nth('club', 'slug', a)}`,
    ),
    `DELETE FROM "club" WHERE "slug" = ${nth('club', 'slug', a)}`,
  ],
  'delete a tournament': ({ a }) => [
    `DELETE FROM "battle" WHERE "tournament_slug" = ${tournament(a)}`,
    `DELETE FROM "tournament" WHERE "slug" = ${tournament(a)}`,
  ],
  'play a faction': ({ a, name }) => `UPDATE "battle_side" SET "faction" = '${name}' WHERE "battle_id" = ${battle(a)}`,
  'attack or defend': ({ a, b }) => [
    `UPDATE "battle_side" SET "role" = NULL WHERE "battle_id" = ${battle(a)}`,
    `UPDATE "battle_side" SET "role" = '${b % 2 === 0 ? 'attacker' : 'defender'}' WHERE "battle_id" = ${battle(a)} AND "position" = ${((b % 3) % 2) + 1}`,
  ],
  'place somebody': ({ a, b }) =>
    `UPDATE "participant" SET "final_placement" = ${(b % 6) + 1} WHERE "id" = ${participant(a)}`,
  'call factions by one name': ({ a, name }) => [
    `INSERT INTO "faction" ("slug", "name", "aliases") VALUES ('one', '${name}', ARRAY['Straße', 'Ann'])
     ON CONFLICT ("slug") DO UPDATE SET "aliases" = ${a % 2 === 0 ? `'{}'` : `ARRAY['Zoë O’Brien-Smith']`}`,
  ],
  'forget a faction': ({ a }) => `DELETE FROM "faction" WHERE "id" = ${nth('faction', 'id', a)}`,
  'play four battles': ({ a, b }) => [
    ...[1, 2, 3, 4].flatMap((round) => [
      `INSERT INTO "battle" ("id", "tournament_slug", "stage_id", "round", "battle_size")
       SELECT 'won-${a}-${round}', "tournament_slug", "id", ${round}, 1 FROM "stage" WHERE "tournament_slug" = 't-2' AND "id" = 'swiss'`,
      `INSERT INTO "battle_side" ("battle_id", "position", "participant_id", "faction", "outcome")
       SELECT b."id", row_number() OVER (ORDER BY p."entry"), p."id", 'F ' || p."entry",
         (ARRAY['win', 'loss'])[row_number() OVER (ORDER BY p."entry")]::"outcome"
       FROM "battle" b JOIN "participant" p USING ("tournament_slug") WHERE b."id" = 'won-${a}-${round}' AND p."entry" <= 2`,
    ]),
    `UPDATE "battle_side" SET "outcome" = 'draw' WHERE "battle_id" = 'won-${a}-${b + 1}'`,
  ],
  'form a team': ({ a, b, name }) =>
    `INSERT INTO "team" ("tournament_slug", "name", "club_slug") VALUES (${tournament(a)}, '${name}', ${club(b)})`,
  'play for a team': ({ a }) =>
    `UPDATE "participant" p SET "team_name" = (SELECT min(t."name") FROM "team" t WHERE t."tournament_slug" = p."tournament_slug")
     WHERE p."id" = ${participant(a)}`,
  'change the club of teams': ({ a, b }) =>
    `UPDATE "team" SET "club_slug" = ${club(b)} WHERE "tournament_slug" = ${tournament(a)}`,
  'withhold lists or show them': ({ a }) =>
    `UPDATE "tournament" SET "lists_from" = CASE WHEN "lists_from" IS NULL THEN 'never' END WHERE "slug" = ${tournament(a)}`,
  'say where it came from': ({ a, name }) =>
    `UPDATE "tournament" SET "provenance" = '{"source": "${name}", "sourceId": null, "sha256": [], "converter": "", "readOn": "2026-05-01",
     "guessed": [], "missing": []}' WHERE "slug" = ${tournament(a)}`,
  'move a tournament': ({ a, name }) =>
    `UPDATE "tournament" SET "city" = '${name}', "country" = NULL WHERE "slug" = ${tournament(a)}`,
  'drop out': ({ a }) =>
    `DELETE FROM "participant" p WHERE p."id" = ${participant(a)}
      AND NOT EXISTS (SELECT FROM "battle_side" s WHERE s."participant_id" = p."id")
      AND NOT EXISTS (SELECT FROM "bracket_match" m WHERE p."id" IN (m."first_id", m."second_id", m."winner_id"))`,
  'score objectives or not': () => `UPDATE "battle_pack" SET "scores_objectives" = NOT "scores_objectives"`,
  'archive or not': ({ a }) => `UPDATE "battle" SET "archived" = NOT "archived" WHERE "id" = ${battle(a)}`,
  'play another scenario': ({ a, name }) => `UPDATE "battle" SET "scenario" = '${name}' WHERE "id" = ${battle(a)}`,
  'score points': ({ a, b }) =>
    `UPDATE "battle_side" SET "battle_points" = ${b}, "victory_points" = ${a} WHERE "battle_id" = ${battle(a)}`,
  'score rounds': ({ a, metrics }) =>
    `UPDATE "battle_side" SET "rounds" = '${JSON.stringify(metrics.map(playerRound))}' WHERE "battle_id" = ${battle(a)}`,
};

/** Every kind of write once, in random order. */
export const oneOfEachWrite: fc.Arbitrary<Write[]> = fc
  .tuple(
    fc.shuffledSubarray(Object.entries(WRITES), { minLength: Object.keys(WRITES).length }),
    fc.infiniteStream(written),
  )
  .map(([kinds, chosen]) =>
    kinds.map(([what, statements]) => ({ what, statements: [statements(chosen.next().value)].flat() })),
  );

function playerRound(metrics: Record<string, number | boolean>, index: number) {
  const scored = { victoryPoints: 0, objectivePoints: 0, objectives: [], battleTactic: null };
  return { round: index + 1, ...scored, battleTacticScored: false, priority: false, metrics };
}
