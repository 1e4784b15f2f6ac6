// No remembered answer is ever stale: random writes by SQL between reads on two services, each with its own change
// feed, after which every read must equal that of a service that remembers nothing.
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { storeKey } from '../../src/db/keys.js';
import { globalId } from '../../src/graphql/read/global-id.js';
import type { TestApp } from './app.js';
import { oneOfEachWrite } from './random-write.js';
import { startAgain, tryWrite } from './written-world.js';

export type Services = { remembering: readonly [TestApp, TestApp]; plain: TestApp };

/** A fixed time, because answers contain cursors. */
export const AT_ONE_MOMENT = { now: () => 1_800_000_000_000, documented: false };

/** `db` receives the writes. */
export async function expectNothingStale(db: Db, { remembering, plain }: Services, numRuns: number): Promise<void> {
  const [first, second] = remembering;
  let reused = 0;
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, fc.infiniteStream(fc.nat(ADDRESSES.length - 1)), async (writes, picks) => {
      const held = [new Map<string, Held>(), new Map<string, Held>()] as const;
      await startAgain(db);
      for (const { key } of [first, second, plain]) await storeKey(db.sql, 'Test', key);
      for (const write of writes) {
        const addresses = [...picks.take(5)].map((at) => ADDRESSES[at] ?? '');
        for (const address of addresses) await read(first, address, held[0]);
        await tryWrite(db, write);
        for (const address of addresses) {
          await vi.waitFor(
            async () => {
              const expected = await read(plain, address, new Map());
              const before = held[1].get(address)?.text;
              const texts = [await read(first, address, held[0]), await read(second, address, held[1])];
              expect(texts, `${address} after ${write.what}`).toStrictEqual([expected, expected]);
              if (before === expected) reused += 1;
            },
            { timeout: 3_000, interval: 10 },
          );
        }
      }
    }),
    { numRuns },
  );
  expect(reused).toBeGreaterThan(0);
}

const page = (name: string, variables: object) =>
  `/graphql?documentId=${name}&variables=${encodeURIComponent(JSON.stringify(variables))}`;
const ADDRESSES = [
  '/api/v1/tournaments',
  '/api/v1/tournaments?status=finished&limit=1',
  page('TournamentsPage', { first: 10 }),
  '/api/v1/clubs',
  '/api/v1/clubs?q=a&city=ann+1',
  ...['p-1', 'p-4'].map((id) => `/api/v1/users/${id}`),
  ...['a', 'zoe+o', 'l&kinds=club,player', 'c&limit=1'].map((q) => `/api/v1/search?q=${q}`),
  ...['', '?country=sweden', '?q=c&limit=1', '?city=leeds&q=a'].map((query) => `/api/v1/clubs${query}`),
  ...['t-1', 't-2', 't-3'].flatMap((slug) => [
    ...['', '/standings', '/standings?stage=knockout', '/participants', '/battles?limit=2'].map(
      (rest) => `/api/v1/tournaments/${slug}${rest}`,
    ),
    page('TournamentPage', { slug }),
  ]),
  ...['c-1', 'c-2', 'c-3'].flatMap((slug) => [
    ...['', '/tournaments', '/battles'].map((rest) => `/api/v1/clubs/${slug}${rest}`),
    page('ClubPage', { slug }),
  ]),
  ...['p-1', 'p-2', 'p-3'].flatMap((id) => [
    `/api/v1/users/${id}`,
    `/api/v1/users/${id}/battles`,
    page('PlayerPage', { id }),
  ]),
  ...['b-1', 'b-3', 'b-4'].flatMap((id) => [`/api/v1/battles/${id}`, page('BattlePage', { id })]),
  page('TournamentPage', { slug: globalId('Tournament', 't-1') }),
  page('ClubPage', { slug: globalId('Club', 'c-1') }),
  page('PlayerPage', { id: globalId('Player', 'p-1') }),
  page('BattlePage', { id: globalId('Battle', 'b-1') }),
];

type Held = { tag: string; text: string };

/** Returns what a client has after revalidating the answer that it holds. */
async function read(app: TestApp, address: string, held: Map<string, Held>): Promise<string> {
  const known = held.get(address);
  const response = await app.get(address, known ? { 'if-none-match': known.tag } : {});
  if (response.status === 304) return known?.text ?? '304 to nobody';
  const text = await response.text();
  const tag = response.headers.get('etag');
  if (tag) held.set(address, { tag, text });
  return text;
}
