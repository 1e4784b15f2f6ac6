// Cursors of the change feed across crashes of PostgreSQL, which lose commits that did not wait for the disk. What has a
// number is on the disk, and so is all that was committed before.
import { beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { soon } from '../support/soon.js';
import { startAgain } from '../support/written-world.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

type Page = { data: { id: string; deleted: boolean }[]; next: string };
const CRASHES = ['stopped without tidying up', 'killed'] as const;

describeOnPostgres('a cursor of changes', () => {
  let primary: Primary;
  let db: Awaited<ReturnType<typeof openPostgres>>;
  let app: TestApp;

  beforeAll(async () => {
    // So that a log record reaches the disk only when a commit waits for it.
    primary = await createPrimary({ wal_writer_delay: '10s', autovacuum: 'off' });
    db = await openPostgres(primary.url, 4, () => undefined);
    whenOver(() => db.close());
    await migrate(db);
    await startAgain(db);
    app = await createTestApp(db, { documented: false });
  });

  const get = (query: string) => app.get(`/api/v1/changes?kind=club&${query}`);
  const sinceOf = ({ next }: Page) => `since=${new URL(next).searchParams.get('since')}`;
  const idsOf = ({ data }: Page) => data.map(({ id, deleted }) => `${deleted ? '-' : ''}${id}`);

  async function page(query: string): Promise<Page> {
    const answer = await soon(async () => {
      const each = await get(query);
      expect(each.status).not.toBe(503);
      return each;
    });
    expect(answer.status).toBe(200);
    return answer.json();
  }

  /** Writes a club each, in a transaction of its own. */
  async function addClubs(...slugs: string[]): Promise<void> {
    for (const slug of slugs) await primary.query(`INSERT INTO "club" ("slug", "name") VALUES ($1, 'Club')`, [slug]);
  }

  async function crash(how: (typeof CRASHES)[number]): Promise<void> {
    await (how === 'killed' ? primary.kill() : primary.stop('immediate'));
    await primary.start();
  }

  test.each(CRASHES)('counts no transaction as seen that was rolled back before it was %s', async (how) => {
    const before = how.slice(0, 4);
    await addClubs(`${before}-first`);
    for (let times = 0; times < 3; times += 1) {
      await primary.query(`BEGIN; INSERT INTO "club" ("slug", "name") VALUES ('never', 'Never'); ROLLBACK`);
    }
    const since = sinceOf(await page('since=now'));
    await crash(how);
    const slugs = [1, 2, 3].map((n) => `${before}-${n}`);
    await addClubs(...slugs);
    expect(idsOf(await page(since))).toStrictEqual(slugs);
  });

  test.each(CRASHES)('has seen nothing that is lost when it is %s, whatever commits waited for', async (how) => {
    const before = `seen-${how.slice(0, 4)}`;
    const unseen = `un${before}`;
    const addAtOnce = (slug: string) =>
      primary.query(`SET synchronous_commit = off; INSERT INTO "club" ("slug", "name") VALUES ('${slug}', 'Club')`);
    await addAtOnce(before);
    const since = sinceOf(await page('since=now'));
    await addAtOnce(unseen);
    await crash(how);
    const slugs = await primary.query<{ slug: string }>(`SELECT "slug" FROM "club" WHERE "slug" ~ '${before}'`);
    expect(slugs.map(({ slug }) => slug)).toStrictEqual([before]);
    await addClubs(`${before}-1`, `${before}-2`);
    expect(idsOf(await page(since))).toStrictEqual([`${before}-1`, `${before}-2`]);
  });

  test('works on after a restart or a crash that lost nothing', async () => {
    await addClubs('all-kept');
    const since = sinceOf(await page('since=now'));
    await primary.stop('fast');
    await primary.start();
    expect(idsOf(await page(since))).toStrictEqual([]);
    await crash('killed');
    expect(idsOf(await page(since))).toStrictEqual([]);
    await addClubs('after-all');
    expect(idsOf(await page(since))).toStrictEqual(['after-all']);
  });
});
