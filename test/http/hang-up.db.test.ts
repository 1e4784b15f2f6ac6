// Clients that do not wait for their responses, observed by the statements that are still sent.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { PIPELINED_MAX } from '../../src/http/connection.js';
import { createWatch } from '../../src/observe/watch.js';
import { createTestApp } from '../support/app.js';
import { openTestDb, skipOnEmbedded } from '../support/database.js';
import { holdTables, statementWaits } from '../support/held-tables.js';
import { soon } from '../support/soon.js';
import { statementsOf } from '../support/statements.js';
import { club, load, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const db = await openTestDb();
let made = 0;
await load(
  db,
  Array.from({ length: 10 }, (_, at) => `thing-${at}`).flatMap((slug) => [
    club({ slug }),
    tournament({ slug, participants: ['Ann'] }),
  ]),
);
const app = await createTestApp(db, { remember: true });
// From here on the key is cached and takes no statement; the change that wrote it is reported a moment later.
await soon(async () => {
  expect(await statementsOf(() => app.get('/api/v1/tournaments'))).toStrictEqual([]);
});

/** A slug of a club and a tournament that have not been requested yet. */
const newSlug = () => `thing-${made++}`;

const QUERY = '{ club(slug: "SLUG") { name tournaments { totalCount } } }';
/** Takes several statements; a REST route takes one. */
const clubPage = (slug: string) => `/graphql?documentId=ClubPage&variables=${encodeURIComponent(`{"slug":"${slug}"}`)}`;
const ENDPOINTS: [string, (slug: string) => string][] = [
  ['a REST route', (slug) => `/api/v1/tournaments/${slug}/participants`],
  ['a persisted operation', clubPage],
  ['a document', (slug) => `/graphql?query=${encodeURIComponent(QUERY.replace('SLUG', slug))}`],
];
const [REST, PAGE] = ENDPOINTS;

function ask(path: string) {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${app.key}` };
  const answer = app.fetch(new Request(`http://gateway.test${path}`, { headers, signal: leaving.signal }));
  return { answer, hangUp: () => leaving.abort() };
}

/** Returns the statements that are sent after a client has hung up while the first statement waited for a lock. */
async function sentAfter<Asked extends { hangUp(): void }>(
  asking: () => Asked,
): Promise<{ asked: Asked; sent: string[] }> {
  const lock = await holdTables(db, ['club', 'tournament']);
  const asked = asking();
  await statementWaits(db);
  asked.hangUp();
  // Leaves a moment for the closed connection to be noticed.
  await sleep(50);
  const sent = await statementsOf(async () => {
    await lock.release();
    await sleep(300);
  });
  return { asked, sent };
}

describe.skipIf(skipOnEmbedded('a statement cannot be held up there'))('whoever hangs up', () => {
  test.each(ENDPOINTS)('is not worked for any more: %s', async (_endpoint, pathOf) => {
    const path = pathOf(newSlug());
    const { asked, sent } = await sentAfter(() => ask(path));
    expect(sent).toStrictEqual([]);
    expect((await asked.answer).status).toBe(499);
    expect((await ask(path).answer).status).toBe(200);
  });

  test.each([REST, PAGE].flatMap((endpoint) => (endpoint ? [endpoint] : [])))(
    'does not take the answer from another who waits for the same: %s',
    async (_endpoint, pathOf) => {
      const path = pathOf(newSlug());
      const { asked } = await sentAfter(() => {
        const [first, second] = [ask(path), ask(path)];
        return { first, second, hangUp: first.hangUp };
      });
      const statuses = [(await asked.first.answer).status, (await asked.second.answer).status];
      expect(statuses).toStrictEqual([499, 200]);
      expect(await statementsOf(() => ask(path).answer)).toStrictEqual([]);
    },
  );

  test('does so by closing the connection', async () => {
    const { url } = await serveHttp(app);
    const { sent } = await sentAfter(() => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(`GET ${clubPage(newSlug())} HTTP/1.1\r\nHost: x.test\r\nAuthorization: Bearer ${app.key}\r\n\r\n`);
      return { hangUp: () => void socket.destroy() };
    });
    expect(sent).toStrictEqual([]);
  });

  test('is counted and logged as one who hung up', async () => {
    const ended: unknown[] = [];
    const watch = createWatch({
      write: ({ route }, status, _ms, cut) => ended.push({ route, status, cut }),
      count: ({ route }, status) => ended.push({ route, status }),
    });
    const { url } = await serveHttp(app, { watch });
    for (const [, pathOf] of ENDPOINTS) {
      ended.length = 0;
      const leaving = new AbortController();
      await sentAfter(() => {
        const headers = { authorization: `Bearer ${app.key}` };
        fetch(url + pathOf(newSlug()), { headers, signal: leaving.signal }).catch(() => undefined);
        return { hangUp: () => leaving.abort() };
      });
      const route = expect.any(String);
      expect(ended).toStrictEqual([
        { route, status: 499, cut: true },
        { route, status: 499 },
      ]);
    }
  });

  test('and whoever waits is worked for', async () => {
    const { asked, sent } = await sentAfter(() => ({
      ...ask(clubPage(newSlug())),
      hangUp: () => undefined,
    }));
    expect(sent.length).toBeGreaterThan(0);
    expect((await asked.answer).status).toBe(200);
  });
});

test('a remembered answer that is not taken to its end counts as a hang-up', async () => {
  const text = 'x'.repeat(20_000);
  const participants = Array.from({ length: 100 }, (_, at) => ({ name: `Player ${at}`, list: { faction: 'F', text } }));
  await load(db, [tournament({ slug: 'large', participants })]);
  const path = '/api/v1/tournaments/large/participants?limit=100';
  await vi.waitFor(async () => {
    expect(await statementsOf(() => app.get(path))).toStrictEqual([]);
  }, SOON);
  const ended: number[] = [];
  const watch = createWatch({ write: (_note, status) => ended.push(status), count: () => undefined });
  const { url } = await serveHttp(app, { watch });
  const { host, port } = new URL(url);
  // The first request makes the answer remembered under this host; socket buffers take a few of the next ones, not all.
  const headers = { authorization: `Bearer ${app.key}`, 'accept-encoding': 'identity' };
  await fetch(url + path, { headers }).then((response) => response.text());
  const asked = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: */*\r\nAuthorization: Bearer ${app.key}\r\n\r\n`;
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.write(asked.repeat(PIPELINED_MAX));
  await vi.waitFor(() => expect(ended.length).toBeGreaterThan(1), SOON);
  await sleep(100);
  socket.destroy();
  await vi.waitFor(() => expect(ended.at(-1)).toBe(499), SOON);
});

/** Polls can take long on a busy machine. */
const SOON = { timeout: 20_000 };
