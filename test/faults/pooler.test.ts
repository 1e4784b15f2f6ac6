// The service over PgBouncer in transaction mode, where every statement may run on another connection.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { followed } from '../subscriptions/follow.js';
import { createTestApp } from '../support/app.js';
import { closedPort } from '../support/postgres-stand-in.js';
import { club, load } from '../support/world.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { asPostgres, describeOnPostgres, newDataFolder, whenOver } from './postgres-programs.js';

const PGBOUNCER = process.env.PGBOUNCER_PATH || '/usr/sbin/pgbouncer';
const installed = existsSync(PGBOUNCER);
if (!installed) console.log(`Skipped for want of ${PGBOUNCER} (see PGBOUNCER_PATH): a pooler`);

describeOnPostgres('a pooler that gives each transaction another connection', () => {
  let primary: Primary;
  let db: Db;
  let stopPooler: () => Promise<void>;
  beforeAll(async () => {
    if (!installed) return;
    primary = await createPrimary();
    const pooler = await startPooler(primary.url);
    stopPooler = pooler.stop;
    db = await openPostgres(pooler.url, 8, () => undefined, { directUrl: primary.url });
    whenOver(() => db.close());
    await migrate(db);
  }, 60_000);

  test.skipIf(!installed)('many are answered over few connections, and changes are heard past it', async () => {
    await load(db, [club({ slug: 'c-1' })]);
    const app = await createTestApp(db, { remember: true });
    whenOver(() => app.close());
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => [
        (await app.get(`/api/v1/clubs/c-1/battles?limit=${at + 1}`)).status,
        (await app.graphql(`{ clubs(first: ${at + 1}) { nodes { slug battles(first: 1) { nodes { id } } } } }`)).status,
      ]),
    );
    expect(new Set(statuses.flat())).toStrictEqual(new Set([200]));
    await app.get('/api/v1/clubs/c-1');
    await primary.query(`UPDATE "club" SET "description" = 'new'`);
    const text = async () => (await app.get('/api/v1/clubs/c-1')).text();
    await vi.waitFor(async () => expect(await text()).toContain('"description":"new"'), {
      timeout: 5_000,
      interval: 5,
    });
    const stream = await app.get(
      `/graphql?query=${encodeURIComponent('subscription { club(slug: "c-1") { description } }')}`,
      { accept: 'text/event-stream' },
    );
    const { until, results } = await followed(stream);
    await until(1);
    await primary.query(`UPDATE "club" SET "description" = 'newer'`);
    await until(2);
    expect(results[1].data.club.description).toBe('newer');
    // The answer is remembered from here on.
    expect(await text()).toContain('"description":"newer"');
    await stopPooler();
    expect((await app.get('/api/v1/clubs/c-1')).status).toBe(200);
  });
});

async function startPooler(serverUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username } = new URL(serverUrl);
  const url = new URL(serverUrl);
  url.port = String(await closedPort());
  const settings = join(await newDataFolder(), 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
     postgres = host=${hostname} port=${port} user=${username}
     [pgbouncer]
     listen_addr = ${hostname}
     listen_port = ${url.port}
     unix_socket_dir =
     auth_type = any
     pool_mode = transaction
     default_pool_size = 2
     ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout`.replace(/^ +/gm, ''),
  );
  const pooler = spawn(PGBOUNCER, ['--quiet', settings], { ...asPostgres(), stdio: 'ignore' });
  const ended = once(pooler, 'exit');
  const stop = async () => {
    pooler.kill('SIGTERM');
    await ended;
  };
  whenOver(stop);
  return { url: url.href, stop };
}
