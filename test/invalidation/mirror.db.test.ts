// A copy that is maintained from the change feed alone always equals what the service publishes, whatever is written.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Mirror } from '../../docs/mirror.js';
import { createAccountKey } from '../../src/db/keys.js';
import { readHead } from '../../src/db/log/read-news.js';
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

/** A copy of everything, and one of each of WITHIN, read in pages of this size. */
async function openMirrors(limit = 100) {
  await startAgain(db);
  const key = await createAccountKey(db.sql, 'Mirror');
  const get = (path: string) => app.get(path, { authorization: `Bearer ${key}` });
  const wholes = ['', ...Object.keys(WITHIN)];
  const mirrors = wholes.map((of) => new Mirror(address, key, of));
  for (const mirror of mirrors) mirror.first = mirror.first.replace('limit=100', `limit=${limit}`);
  return {
    mirrors,
    async catchUp() {
      for (const mirror of mirrors) while (!(await mirror.step()));
    },
    async expectEqual(what: string) {
      const all = await published(db, { get });
      for (const [at, of] of wholes.entries()) {
        // After the followed entity itself is deleted, the feed has nothing more to report.
        if (of !== '' && all[of.replace('=', '/')] === undefined) continue;
        const members = WITHIN[of];
        const ids = members ? (await db.sql.query<{ id: string }>(members)).map(({ id }) => id) : Object.keys(all);
        const expected = Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
        expect(Object.fromEntries(mirrors[at]?.copy ?? []), `${of} after ${what}`).toEqual(expected);
      }
    },
  };
}

test('a copy equals what is published after every kind of write, and one of what belongs to one thing just that', async () => {
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, async (writes) => {
      const { catchUp, expectEqual } = await openMirrors();
      for (const write of writes) {
        await catchUp();
        await tryWrite(db, write);
        await catchUp();
        await expectEqual(write.what);
      }
    }),
    { numRuns: runs(2) },
  );
}, 1_800_000);

test('and so do copies that lag, in small pages, with several writes in a transaction and notes deleted meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, fc.integer({ min: 1, max: 4 }), fc.gen(), async (writes, limit, gen) => {
      const { mirrors, catchUp, expectEqual } = await openMirrors(limit);
      const chance = () => gen(fc.boolean);
      for (const mirror of mirrors) await mirror.step();
      for (const [at, write] of writes.entries()) {
        const together = chance() ? [write, ...writes.slice(at + 1, at + 2)] : [write];
        await tryWrite(db, { what: '', statements: together.flatMap(({ statements }) => statements) });
        for (const mirror of mirrors) if (chance()) await mirror.step();
        if (chance()) await db.changes.prune(0, await readHead(db.sql));
        if (at % 6 !== 5) continue;
        await catchUp();
        await expectEqual(write.what);
      }
    }),
    { numRuns: runs(1) },
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
