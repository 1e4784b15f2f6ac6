// A copy that is maintained from the change feed alone always equals what the service publishes, whatever is written.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Mirror } from '../../docs/mirror.js';
import { createAccountKey } from '../../src/db/keys.js';
import { openTestApp } from '../support/app.js';
import { closedPort } from '../support/postgres-stand-in.js';
import { published } from '../support/published.js';
import { oneOfEachWrite } from '../support/random-write.js';
import { runs } from '../support/runs.js';
import { startAgain, tryWrite } from '../support/written-world.js';
import { serveHttp } from '../tool-pages/serve.js';

const { app, db } = await openTestApp([], { documented: false });
const { url: address } = await serveHttp(app);

const WITHIN: Record<string, string> = {
  'tournament=t-1': `SELECT 'tournament/t-1' AS "id" UNION SELECT 'battle/' || "id" FROM "battle" WHERE "tournament_slug" = 't-1'`,
  'club=c-2': `SELECT 'club/c-2' AS "id" UNION SELECT 'tournament/' || "slug" FROM "tournament" WHERE "club_slug" = 'c-2'
    UNION SELECT 'battle/' || "battle_id" FROM "club_battle" WHERE "club_slug" = 'c-2'`,
  'player=p-1': `SELECT 'player/p-1' AS "id" UNION SELECT 'battle/' || "battle_id" FROM "battle_side" WHERE "player_id" = 'p-1'`,
};

test('a copy equals what is published after every kind of write, and one of what belongs to one thing just that', async () => {
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, async (writes) => {
      await startAgain(db);
      const key = await createAccountKey(db.sql, 'Mirror');
      const whole = new Mirror(address, key);
      const mirrors = Object.keys(WITHIN).map((of) => new Mirror(address, key, of));
      const get = (path: string) => app.get(path, { authorization: `Bearer ${key}` });
      const catchUp = async () => {
        for (const mirror of [whole, ...mirrors]) while (!(await mirror.step()));
      };
      for (const write of writes) {
        await catchUp();
        await tryWrite(db, write);
        await catchUp();
        const all = await published(db, { get });
        expect(Object.fromEntries(whole.copy), write.what).toEqual(all);
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
}, 1_800_000);

test('says in a line why it does nothing, and why it tries again', async () => {
  const program = fileURLToPath(new URL('../../docs/mirror.js', import.meta.url));
  const mirror = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], { timeout: 2_000 }).catch(({ code, stderr }) => ({
      code,
      stderr,
    }));
  expect(await mirror()).toStrictEqual({ code: 1, stderr: 'Usage: node docs/mirror.js ADDRESS KEY FILE\n' });
  expect(await mirror(address, 'svc_v1_wrong', 'none')).toStrictEqual({
    code: 1,
    stderr: expect.stringMatching(/^\{"error":\{"status":401,.*\}\n$/),
  });
  const nowhere = `http://127.0.0.1:${await closedPort()}`;
  expect((await mirror(nowhere, 'svc_v1_any', 'none')).stderr).toMatch(
    /^(\S+ trying again: connect ECONNREFUSED .*\n)+$/,
  );
});
