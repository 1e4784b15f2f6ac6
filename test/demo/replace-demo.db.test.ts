import { checkRecord } from '@battle-results/bundle-format/check';
import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { importText } from '../../src/bundle/change-words.js';
import { importChecked } from '../../src/bundle/import.js';
import { ImportRefused } from '../../src/bundle/problem.js';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { loadDemoWorld } from '../../src/demo/load.js';
import { exportAll, exportRecords, importAll } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, battlePack, casual, club, knockout, player, swiss, tournament } from '../support/world.js';

let db: Db;
beforeAll(async () => {
  db = await openTestDb();
});
beforeEach(() => emptyDb(db));

/** A small demo world whose records reference each other in every possible way. */
const demo: BundleRecord[] = [
  club(),
  player('p-1'),
  player('p-2'),
  battlePack(),
  tournament({
    club: 'northern-legion',
    battlePack: 'Plain Pack',
    organizers: ['p-1'],
    stages: [swiss(), knockout()],
    participants: [{ playerId: 'p-1', club: 'northern-legion' }, { playerId: 'p-2' }],
    bracketMatches: [{ stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2], battle: 'b-1' }],
  }),
  battle('b-1', { stage: 'knockout', battlePack: 'Plain Pack' }),
  casual('b-2', { club: 'northern-legion', sides: [{ playerId: 'p-1' }, { playerId: 'p-2' }] }),
];
const loadAsDemo = () => {
  const checked = demo.map((record, index) => ({ line: index + 1, ...checkRecord(structuredClone(record)) }));
  return importChecked(db, checked, { demo: true });
};

const add = (...statements: string[]) => db.sql.script(statements.join(';\n'));
const OWN_CLUB = `INSERT INTO "club" ("slug", "name") VALUES ('mine', 'Mine')`;
const OWN_PLAYER = `INSERT INTO "player" ("id", "name") VALUES ('me', 'Me')`;
const OWN_TOURNAMENT = `INSERT INTO "tournament" ("slug", "name", "battle_size") VALUES ('my-open', 'My Open', 2000)`;
const OWN_BATTLE = `
  INSERT INTO "battle" ("id", "battle_size") VALUES ('my-battle', 2000);
  INSERT INTO "battle_side" ("battle_id", "position", "name") VALUES ('my-battle', 1, 'Ann'), ('my-battle', 2, 'Bo')`;

const importing = () => importAll(db, [club({ slug: 'new' })], { replaceDemo: true });
const refusal = async () => {
  const before = await exportAll(db);
  const error = await importing().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ImportRefused);
  expect(await exportAll(db)).toStrictEqual(before);
  return (error as Error).message;
};

test('what the operator has put beside the demo world by SQL stays when it is replaced', async () => {
  await loadAsDemo();
  await add(OWN_CLUB, OWN_PLAYER, OWN_TOURNAMENT, OWN_BATTLE);
  expect(importText(await importing())).toBe(
    'The demo world and its key are removed.\nChanged:\n  1 new club: Northern Legion',
  );
  expect(await exportRecords(db)).toMatchObject([
    { type: 'club', slug: 'mine' },
    { type: 'club', slug: 'new' },
    { type: 'player', id: 'me' },
    { type: 'tournament', slug: 'my-open' },
    { type: 'battle', id: 'my-battle' },
  ]);
  expect(await db.sql.query(`SELECT FROM "demo_record"`)).toStrictEqual([]);
});

test('a key of the operator in the account of the demo world stays, and its own goes', async () => {
  await loadAsDemo();
  await createAccountKey(db.sql, 'Demo');
  await importing();
  const keys = await db.sql.query<{ hint: string }>(`SELECT "hint" FROM "api_key"`);
  expect(keys.map(({ hint }) => hint)).toStrictEqual([expect.not.stringContaining('demo')]);
});

test.each<[string, string[], string]>([
  [
    'a battle of the operator with a player of the demo world',
    [OWN_BATTLE, `UPDATE "battle_side" SET "player_id" = 'p-1' WHERE "battle_id" = 'my-battle' AND "position" = 1`],
    'battle my-battle has player p-1 of the demo world',
  ],
  [
    'a battle of the operator in a tournament of the demo world',
    [
      `INSERT INTO "battle" ("id", "battle_size", "tournament_slug", "stage_id") VALUES ('my-battle', 2000, 'spring-clash', 'swiss')`,
    ],
    'battle my-battle has tournament spring-clash of the demo world',
  ],
  [
    'a battle of the operator with a club and a battle pack of the demo world',
    [
      OWN_BATTLE,
      `UPDATE "battle" SET "club_slug" = 'northern-legion', "battle_pack" = 'Plain Pack' WHERE "id" = 'my-battle'`,
    ],
    'battle my-battle has battlePack Plain Pack of the demo world\n  battle my-battle has club northern-legion of the demo world',
  ],
  [
    'a tournament of the operator run by a player of the demo world',
    [OWN_TOURNAMENT, `INSERT INTO "tournament_organizer" ("tournament_slug", "player_id") VALUES ('my-open', 'p-2')`],
    'tournament my-open has player p-2 of the demo world',
  ],
  [
    'a tournament of the demo world run by a club of the operator',
    [OWN_CLUB, `UPDATE "tournament" SET "club_slug" = 'mine'`],
    'tournament spring-clash of the demo world has club mine',
  ],
  [
    'a player of the operator in a tournament of the demo world',
    [
      OWN_PLAYER,
      `INSERT INTO "participant" ("tournament_slug", "entry", "player_id") VALUES ('spring-clash', 9, 'me')`,
    ],
    'tournament spring-clash of the demo world has player me',
  ],
])('%s keeps the demo world from being replaced, and nothing changes', async (_, statements, tie) => {
  await loadAsDemo();
  await add(...statements);
  expect(await refusal()).toBe(`The demo world cannot be removed, because data of your own is linked to it:
  ${tie}
Nothing was changed. Delete your own records among these, or remove the links, and run the import again.`);
});

test('of many ties twenty are said', async () => {
  await loadAsDemo();
  await db.sql.script(`
    INSERT INTO "battle" ("id", "battle_size", "club_slug")
    SELECT 'my-battle-' || n, 2000, 'northern-legion' FROM generate_series(1, 30) AS n`);
  expect((await refusal()).split('\n').slice(20, -1)).toStrictEqual([
    expect.stringMatching(/^ {2}battle my-battle-\d+ has club northern-legion of the demo world$/),
    '  ... and more',
  ]);
});

test('the demo world is not loaded anew beside what the operator has put there', async () => {
  await loadAsDemo();
  await add(OWN_CLUB);
  const before = await exportAll(db);
  await expect(loadDemoWorld(db)).rejects.toThrow('This database holds data of your own.');
  expect(await exportAll(db)).toStrictEqual(before);
});
