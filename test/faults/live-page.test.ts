// A page in a browser while its service is killed: it shows that, and catches up once there is another process.
import { beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { describeInBrowser, newVisitor, openBrowser } from '../support/browser.js';
import { closedPort } from '../support/postgres-stand-in.js';
import { addressOf, build, start } from '../support/process.js';
import { load, tournament } from '../support/world.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describeOnPostgres('a page of what is running', () => {
  describeInBrowser('in a browser', () => {
    let primary: Primary;
    let env: Record<string, string>;
    beforeAll(async () => {
      await build();
      primary = await createPrimary();
      const db = await openPostgres(primary.url, 2, () => undefined);
      whenOver(() => db.close());
      await migrate(db);
      await load(db, [tournament({ name: 'Before', status: 'ongoing' })]);
      env = { DATABASE_URL: primary.url, PORT: String(await closedPort()) };
    });

    test('says so when the service was killed, and catches up by itself when it is back', async () => {
      const first = start('main.js', { env });
      const page = await newVisitor(await openBrowser(), `${await addressOf(first)}/tournaments/spring-clash`);
      const shows = (place: string, text: RegExp) =>
        vi.waitFor(async () => expect(await page.locator(place).first().textContent()).toMatch(text), {
          timeout: 30_000,
          interval: 50,
        });
      await shows('#live span', /^live · no change/);
      await shows('h1', /Before/);
      await first.end('SIGKILL');
      await shows('#live span', /^not connected, retrying$/);
      expect(await page.getByRole('link', { name: 'Refresh' }).isVisible()).toBe(true);
      await primary.query(`UPDATE "tournament" SET "name" = 'After'`);
      await addressOf(start('main.js', { env }));
      await shows('h1', /After/);
      await shows('#live span', /^live · last change \d\d:\d\d$/);
      await page.context().close();
    });
  });
});
