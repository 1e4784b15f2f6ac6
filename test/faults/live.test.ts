// Subscribers stay connected while the database is away, and receive the newest result once it is back.
import { beforeAll, expect, test } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { followed } from '../subscriptions/follow.js';
import { SITE_URL } from '../support/app.js';
import { createPlainApp } from '../support/documented.js';
import { load, tournament } from '../support/world.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';
import { until } from './postgres-server.js';

describeOnPostgres('a subscription', () => {
  let primary: Primary;
  let app: Awaited<ReturnType<typeof createPlainApp>>;
  let authorization: string;
  beforeAll(async () => {
    primary = await createPrimary();
    const db = await openPostgres(primary.url, 2, () => undefined);
    whenOver(() => db.close());
    await migrate(db);
    await load(db, [tournament()]);
    authorization = `Bearer ${await createAccountKey(db.sql, 'Test')}`;
    app = await createPlainApp({
      config: { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 86_400_000 },
      db,
      log: () => undefined,
    });
    whenOver(() => app.close());
  }, 60_000);

  const follow = async () => {
    const query = encodeURIComponent('subscription { tournament(slug: "spring-clash") { name } }');
    const headers = { authorization, accept: 'text/event-stream' };
    return followed(await app.fetch(new Request(`http://gateway.test/graphql?query=${query}`, { headers })));
  };
  const rename = (name: string) => primary.query(`UPDATE "tournament" SET "name" = $1`, [name]);

  test.each<[string, () => Promise<void>]>([
    ['stopped', () => primary.stop('fast')],
    ['killed', () => primary.kill()],
  ])('outlives a server that is %s, and has what was written before anybody could hear of it', async (how, stop) => {
    await until(async () => app.feed.isLive());
    const stream = await follow();
    await stream.until(1);
    await stop();
    await until(async () => !app.feed.isLive());
    await primary.start();
    await rename(`Written after it was ${how}`);
    await until(async () => stream.results.at(-1)?.data?.tournament?.name === `Written after it was ${how}`);
    expect(stream.ended()).toBe(false);
    expect(stream.results.filter(({ errors }) => errors)).toStrictEqual([]);
    await rename('Written later');
    await until(async () => stream.results.at(-1)?.data?.tournament?.name === 'Written later');
  });
});
