// A hall of visitors behind one address, and a flood from another: neither the hall nor a client with a key is refused.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { visitTogether } from '../support/crowd.js';
import { addressOf, build, start } from '../support/process.js';
import { battle, load, player, tournament } from '../support/world.js';
import { isLong } from './long.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PLAYERS = 120;
const ids = Array.from({ length: PLAYERS }, (_, at) => `p-${at}`);

describeOnPostgres('the final', () => {
  let primary: Primary;
  let key: string;
  beforeAll(async () => {
    await build();
    primary = await createPrimary();
    const db = await openPostgres(primary.url, 2, () => undefined);
    whenOver(() => db.close());
    await migrate(db);
    const pairs = Array.from({ length: PLAYERS / 2 }, (_, at) => [2 * at + 1, 2 * at + 2] as const);
    await load(db, [
      ...ids.map((id) => player(id)),
      tournament({ status: 'ongoing', participants: ids.map((playerId) => ({ playerId })) }),
      ...pairs.map(([entry, other]) => battle(`b-${entry}`, { sides: [{ entry }, { entry: other }] })),
    ]);
    key = await createAccountKey(db.sql, 'Customer');
  });

  const others = [
    '/',
    '/tournaments/spring-clash/participants',
    '/tournaments/spring-clash/battles',
    ...ids.map((id) => `/players/${id}`),
    ...ids.flatMap((_, at) => (at % 2 === 0 ? [`/battles/b-${at + 1}`] : [])),
  ];

  /** Enters a result a second. */
  async function play(signal: AbortSignal): Promise<void> {
    for (let at = 0; !signal.aborted; at += 1) {
      await primary.query('UPDATE "battle_side" SET "battle_points" = $1 WHERE "battle_id" = $2', [
        at % 20,
        `b-${2 * (at % (PLAYERS / 2)) + 1}`,
      ]);
      await sleep(1_000, undefined, { signal }).catch(() => undefined);
    }
  }

  test('is followed and browsed by 300 visitors on one address, none of whom is refused', async () => {
    const url = await addressOf(start('main.js', { env: { DATABASE_URL: primary.url, PORT: '0' } }));
    const over = new AbortController();
    const playing = play(over.signal);
    const seen = await visitTogether({
      url,
      visitors: 300,
      ms: isLong ? 30_000 : 6_000,
      page: '/tournaments/spring-clash',
      others,
    });
    over.abort();
    await playing;
    expect([seen.broken, Object.keys(seen.statuses)]).toStrictEqual([0, ['200']]);
    // Each visitor is told the state of the page at first, and then its changes.
    expect(seen.changes).toBeGreaterThan(300);
  });

  test('is looked up by all at once: none of 180 different pages is refused', async () => {
    const url = await addressOf(start('main.js', { env: { DATABASE_URL: primary.url, PORT: '0' } }));
    const answers = await Promise.all(others.map((path) => fetch(url + path, { headers: { accept: 'text/html' } })));
    expect(new Set(answers.map(({ status }) => status))).toStrictEqual(new Set([200]));
    await Promise.all(answers.map((answer) => answer.text()));
  });

  test('is read by a client with a key while another address floods the site', async () => {
    const env = { DATABASE_URL: primary.url, PORT: '0', SITE_RATE_LIMIT: '20' };
    const url = await addressOf(start('main.js', { env }));
    const end = performance.now() + (isLong ? 20_000 : 3_000);
    const flood: number[] = [];
    const send = () =>
      new Promise<void>((resolve) => {
        const sending = request(`${url}/tournaments/spring-clash`, { localAddress: '127.0.0.9' }, (answer) => {
          flood.push(answer.statusCode ?? 0);
          answer.resume().on('end', resolve);
        });
        sending.on('error', () => resolve()).end();
      });
    const flooding = Array.from({ length: 300 }, async () => {
      while (performance.now() < end) await send();
    });
    const statuses = new Set<number>();
    while (performance.now() < end) {
      const headers = { authorization: `Bearer ${key}`, 'cache-control': 'no-cache' };
      const answer = await fetch(`${url}/api/v1/tournaments/spring-clash/standings`, { headers });
      statuses.add(answer.status);
      await answer.arrayBuffer();
    }
    await Promise.all(flooding);
    expect([...statuses]).toStrictEqual([200]);
    expect(new Set(flood)).toStrictEqual(new Set([200, 429]));
  });
});
