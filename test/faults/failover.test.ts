// One process of the service, whose URL names two servers: a primary that fails and a standby that takes over.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { startDerivedThread } from '../../src/db/derived/thread.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { build, run } from '../support/process.js';
import { soon } from '../support/soon.js';
import { battle, club, load, tournament } from '../support/world.js';
import { createPrimary, type Primary, type Standby } from './postgres-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';

const CLUB = '/api/v1/clubs/northern-legion';

describeOnPostgres('a database of two servers', () => {
  let primary: Primary;
  let standby: Standby;
  /** The standby comes first, so that the order is of no help. */
  let url: string;
  let db: Db;
  /** `app` remembers its answers; `forgetful` queries the database every time. */
  let app: TestApp;
  let forgetful: TestApp;

  beforeAll(build, 120_000);
  beforeEach(async () => {
    primary = await createPrimary();
    standby = await primary.standby();
    const [first, second] = [standby.url, primary.url].map((each) => new URL(each));
    url = `postgresql://${first?.username}@${first?.host},${second?.host}/postgres?target_session_attrs=read-write`;
    db = await openPostgres(url, 4, () => undefined, { statementTimeoutMs: 2_000 });
    const opened = db;
    whenOver(() => opened.close());
    await migrate(db);
    await load(db, [
      club({ description: 'before' }),
      tournament({ club: 'northern-legion', participants: ['Ann', 'Bo'] }),
      battle('b-1', {}),
    ]);
    app = await createTestApp(db, { remember: true });
    forgetful = await createTestApp(db);
    for (const one of [app, forgetful]) whenOver(() => one.close());
    await standby.caughtUp();
  }, 60_000);

  const shown = async (from: TestApp) => {
    const answer = await from.get(CLUB);
    const { data } = (await answer.json()) as { data?: { description: string } };
    return data?.description ?? answer.status;
  };
  const addressOf = async (each: Db) => {
    const [row] = await each.sql.query<{ port: number }>('SELECT inet_server_port() AS "port"');
    return row?.port;
  };
  const portOf = (server: { url: string }) => Number(new URL(server.url).port);

  const faults: [string, () => Promise<void>][] = [
    ['killed', () => primary.kill()],
    ['frozen, as when its machine is gone', () => primary.freeze()],
  ];
  test.each(faults)(
    'the standby is promoted after the primary was %s: all of it goes on without a restart',
    async (_, fault) => {
      expect(await addressOf(db)).toBe(portOf(primary));
      expect([await shown(app), await shown(forgetful)]).toStrictEqual(['before', 'before']);
      await fault();
      // A standby that is not promoted is not used, not even for reads.
      await soon(async () => expect([503, 504]).toContain(await shown(forgetful)));
      await standby.query('SELECT pg_promote()');
      await soon(async () => expect(await shown(forgetful)).toBe('before'));
      expect(await addressOf(db)).toBe(portOf(standby));
      // The change feed listens there too: a remembered answer is dropped.
      await soon(async () => expect(await shown(app)).toBe('before'));
      await standby.query(`UPDATE "club" SET "description" = 'after'`);
      await soon(async () => expect(await shown(app)).toBe('after'));
      // Ratings and places are computed there.
      await standby.query(`INSERT INTO "place_stale" ("tournament_slug") SELECT "slug" FROM "tournament"`);
      await startDerivedThread(db).done;
      expect(await standby.query('SELECT FROM "place_stale"')).toStrictEqual([]);
      // And commands find it.
      const { code, stdout } = await run('cli/export.js', ['-'], { env: { DATABASE_URL: url } });
      expect([code, stdout.includes('after')]).toStrictEqual([0, true]);
    },
  );

  test('a start waits for the server that takes writes, and says what the others are', async () => {
    await primary.stop('fast');
    const told: string[] = [];
    const opening = openPostgres(url, 1, (line) => told.push(line));
    const [first, second] = [portOf(standby), portOf(primary)];
    const why =
      `Waiting for PostgreSQL database "postgres" at 127.0.0.1:${first}, 127.0.0.1:${second}: no server takes writes ` +
      `(127.0.0.1:${first}: it is a standby; 127.0.0.1:${second}: connect ECONNREFUSED 127.0.0.1:${second}).`;
    await soon(() => expect(told.at(-1)?.replace(/ Next try in .*/, '')).toBe(why));
    await standby.query('SELECT pg_promote()');
    const opened = await opening;
    whenOver(() => opened.close());
    expect(await addressOf(opened)).toBe(first);
  });

  test('a server that is set to be read only is not one that takes writes', async () => {
    await standby.query('SELECT pg_promote()');
    await standby.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await standby.query('SELECT pg_reload_conf()');
    await primary.stop('fast');
    await soon(async () => expect(await shown(forgetful)).toBe(503));
    const asPrimary = await openPostgres(url.replace('read-write', 'primary'), 1, () => undefined);
    whenOver(() => asPrimary.close());
    expect(await addressOf(asPrimary)).toBe(portOf(standby));
    expect(await shown(forgetful)).toBe(503);
  });
});
