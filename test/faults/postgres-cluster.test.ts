// Checks that the faults used by the other tests here really happen.
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPrimary, type Primary, type Standby } from './postgres-cluster.js';
import { describeOnPostgres } from './postgres-programs.js';

describeOnPostgres('a PostgreSQL of our own', () => {
  let primary: Primary;
  let standby: Standby;
  beforeAll(async () => {
    primary = await createPrimary();
    await primary.query('CREATE TABLE "t" AS SELECT 1 AS "n"');
    standby = await primary.standby();
  }, 60_000);

  const shown = (on: Primary | Standby) => on.query('SELECT "n" FROM "t" ORDER BY 1');

  /** One connection, and how it ended. */
  async function connection() {
    const client = new pg.Client(primary.url);
    const ended = new Promise<string>((resolve) => {
      client.on('error', () => resolve('lost')).on('end', () => resolve('lost'));
    });
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    return { query: () => client.query('SELECT 1'), ended };
  }

  test.each<[string, () => Promise<void>]>([
    ['stopped', () => primary.stop('fast')],
    ['stopped without tidying up', () => primary.stop('immediate')],
    ['killed', () => primary.kill()],
  ])('%s: connections are lost and nobody answers, until it is started again with its data', async (_how, stop) => {
    const { ended } = await connection();
    await stop();
    expect(await ended).toBe('lost');
    await expect(shown(primary)).rejects.toThrow();
    await primary.start();
    expect(await shown(primary)).toStrictEqual([{ n: 1 }]);
  });

  test('frozen: nobody answers and no connection is lost, until it goes on', async () => {
    const { query, ended } = await connection();
    await primary.freeze();
    const answer = query().then(({ rowCount }) => rowCount);
    const soon = new Promise((resolve) => setTimeout(resolve, 500, 'nothing'));
    expect(await Promise.race([answer, ended, soon])).toBe('nothing');
    primary.thaw();
    expect(await answer).toBe(1);
  });

  test('a standby follows, can be held back, and refuses writes', async () => {
    await primary.query('INSERT INTO "t" VALUES (2)');
    await standby.caughtUp();
    expect(await shown(standby)).toStrictEqual([{ n: 1 }, { n: 2 }]);
    await standby.pause();
    await primary.query('INSERT INTO "t" VALUES (3)');
    expect(await shown(standby)).toStrictEqual([{ n: 1 }, { n: 2 }]);
    await standby.resume();
    await standby.caughtUp();
    expect(await shown(standby)).toStrictEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await expect(standby.query('DELETE FROM "t"')).rejects.toThrow(/read-only/);
  });
});
