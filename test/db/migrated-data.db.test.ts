// The effect of migrations on data that an earlier release stored.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { migrate } from '../../src/db/migrate.js';
import { createTestApp } from '../support/app.js';
import { openEmptyDb } from '../support/empty-database.js';

const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url));

/** A database in its state before the migration of this name. */
async function openBefore(migration: string): Promise<Db> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of await readdir(MIGRATIONS)) {
    if (name < migration) await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true });
  }
  const [db] = await openEmptyDb();
  await migrate(db, pathToFileURL(`${folder}/`));
  return db;
}

test('factions that were several because of white space are one', async () => {
  const db = await openBefore('20261121000400');
  await db.sql.script(`
    INSERT INTO "club" ("slug", "name") VALUES ('c', 'C');
    INSERT INTO "player" ("id", "name") VALUES ('ann', 'Ann'), ('bo', 'Bo');
    INSERT INTO "faction" ("slug", "name") VALUES ('tidewrought', 'Tide  Wrought');
    INSERT INTO "tournament" ("slug", "name", "battle_size", "published", "club_slug") VALUES ('t', 'T', 2000, true, 'c');
    INSERT INTO "stage" ("tournament_slug", "id", "name", "type", "rounds", "position") VALUES ('t', 'swiss', 'Swiss', 'board', 1, 1);
    INSERT INTO "participant" ("tournament_slug", "entry", "player_id") VALUES ('t', 1, 'ann'), ('t', 2, 'bo')`);
  for (const [at, [first, second]] of [
    ['C++', 'Tide Wrought'],
    [' C++ ', 'Tide  Wrought'],
  ].entries()) {
    await db.sql.script(`
      INSERT INTO "battle" ("id", "battle_size", "tournament_slug", "stage_id") VALUES ('b-${at}', 2000, 't', 'swiss');
      INSERT INTO "battle_side" ("battle_id", "position", "participant_id", "player_id", "outcome", "faction")
        SELECT 'b-${at}', "entry", "id", "player_id", CASE "entry" WHEN 1 THEN 'win' ELSE 'loss' END::"outcome",
          CASE "entry" WHEN 1 THEN '${first}' ELSE '${second}' END FROM "participant"`);
  }
  expect(await db.sql.query(`SELECT "slug" FROM "faction"`)).toHaveLength(4);
  await migrate(db);
  const app = await createTestApp(db, { documented: false });
  const { body } = await app.graphql(`{
    statistics { factions { faction { name } winRate { n } } }
    tournaments(faction: "c++") { nodes { slug } } players(faction: "c++") { nodes { publicId } }
    battles(club: "c", faction: "c++") { nodes { id } } }`);
  const [cpp, tide] = [{ faction: { name: 'C++' } }, { faction: { name: 'Tide  Wrought' } }];
  expect(body.data).toMatchObject({
    statistics: { factions: [cpp, tide].map((each) => ({ ...each, winRate: { n: 2 } })) },
    ...{ tournaments: { nodes: [{ slug: 't' }] }, players: { nodes: [{ publicId: 'ann' }] } },
  });
  expect(body.data.battles.nodes).toHaveLength(2);
});
