// A copy that is maintained from the change feed alone always equals what the service publishes, whatever is written.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Mirror } from '../../docs/mirror.js';
import { createAccountKey } from '../../src/db/keys.js';
import { openTestApp } from '../support/app.js';
import { published } from '../support/published.js';
import { oneOfEachWrite } from '../support/random-write.js';
import { runs } from '../support/runs.js';
import { startAgain, tryWrite } from '../support/written-world.js';
import { serveHttp } from '../tool-pages/serve.js';

const { app, db } = await openTestApp([], { documented: false });
const { url: address } = await serveHttp(app);

test('a copy equals what is published after every kind of write, and holds nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, async (writes) => {
      await startAgain(db);
      const key = await createAccountKey(db.sql, 'Mirror');
      const mirror = new Mirror(address, key);
      const get = (path: string) => app.get(path, { authorization: `Bearer ${key}` });
      for (const write of writes) {
        while (!(await mirror.step()));
        await tryWrite(db, write);
        while (!(await mirror.step()));
        expect(Object.fromEntries(mirror.copy), write.what).toEqual(await published(db, { get }));
      }
    }),
    { numRuns: runs(2) },
  );
}, 300_000);

const WITHIN: Record<string, string> = {
  'tournament=t-1': `SELECT 'tournament/t-1' AS "id" UNION SELECT 'battle/' || "id" FROM "battle" WHERE "tournament_slug" = 't-1'`,
  'club=c-2': `SELECT 'club/c-2' AS "id" UNION SELECT 'tournament/' || "slug" FROM "tournament" WHERE "club_slug" = 'c-2'
    UNION SELECT 'battle/' || "battle_id" FROM "club_battle" WHERE "club_slug" = 'c-2'`,
  'player=p-1': `SELECT 'player/p-1' AS "id" UNION SELECT 'battle/' || "battle_id" FROM "battle_side" WHERE "player_id" = 'p-1'`,
};

test('a copy of what belongs to one thing has what comes to belong to it and loses what no longer does', async () => {
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, async (writes) => {
      await startAgain(db);
      const key = await createAccountKey(db.sql, 'Mirror');
      const mirrors = Object.keys(WITHIN).map((of) => new Mirror(address, key, of));
      const get = (path: string) => app.get(path, { authorization: `Bearer ${key}` });
      const catchUp = async () => {
        for (const mirror of mirrors) while (!(await mirror.step()));
      };
      for (const write of writes) {
        await catchUp();
        await tryWrite(db, write);
        await catchUp();
        const all = await published(db, { get });
        for (const [at, [of, members]] of Object.entries(WITHIN).entries()) {
          // After the followed entity itself is deleted, the feed has nothing more to report.
          if (all[of.replace('=', '/')] === undefined) continue;
          const ids = (await db.sql.query<{ id: string }>(members)).map(({ id }) => id);
          const expected = Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
          expect(Object.fromEntries(mirrors[at]?.copy ?? []), `${of} after ${write.what}`).toEqual(expected);
        }
      }
    }),
    { numRuns: runs(2) },
  );
}, 300_000);
