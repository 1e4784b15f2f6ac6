// Memory of a process whose cache is full: clients read the data page by page until several times the cache size has
// been answered. Linux only, because it reads /proc.
import { readFileSync } from 'node:fs';
import { CACHE_BYTES } from '../src/config.js';
import { createAccountKey } from '../src/db/keys.js';
import { type Client, createClient } from './client.js';
import { withWorld } from './database.js';
import { type Bench, ratio } from './figure.js';
import { startGateway, withServers } from './process.js';

const MEGABYTES_MAX = 400;
const CLIENTS = 16;
const QUERY = '{ tournaments(first: 10) { nodes { slug name } } }';

export const benchMemory: Bench = ({ server, short, report }) =>
  withWorld(server, short ? 500 : 1_000_000, report, (db, url) =>
    withServers(async (started) => {
      const key = await createAccountKey(db.sql, 'Bench');
      // What is measured is memory, and on a busy machine the first answers take long.
      const gateway = await started(startGateway({ DATABASE_URL: url, MAX_QUEUE_MS: '10000' }));
      const pid = gateway.process.pid ?? 0;
      const atStart = megabytes(pid, 'VmRSS');
      const bytes = await answerMuch(gateway.url, key, short ? CACHE_BYTES / 100 : CACHE_BYTES * 20);
      const [most, last] = [megabytes(pid, 'VmHWM'), megabytes(pid, 'VmRSS')];
      return [
        {
          what: `memory with ${CACHE_BYTES / 1e6} MB to remember, after ${Math.round(bytes / 1e6)} MB of different answers`,
          against: `${MEGABYTES_MAX} MB`,
          ratio: ratio(most, MEGABYTES_MAX),
          aim: 'at most 1',
          measured: `${most} MB at the most, ${last} MB at last, ${atStart} MB at first`,
        },
      ];
    }),
  );

/**
 * Returns the number of distinct bytes answered. Each URL is requested uncompressed, compressed and uncompressed again,
 * followed by a GraphQL document that was not seen before.
 */
async function answerMuch(base: string, key: string, enough: number): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const lister = createClient(headers);
  const addresses = addressesOf(base, lister);
  let bytes = 0;
  const work = async () => {
    const plain = createClient(headers);
    const packed = createClient({ ...headers, 'accept-encoding': 'br' });
    for await (const url of addresses) {
      const { length } = await plain.text(url);
      bytes += length;
      await packed.text(url);
      await plain.text(url);
      await plain.text(`${base}/graphql?query=${encodeURIComponent(`${QUERY} # ${url}`)}`);
      if (bytes >= enough) break;
    }
    plain.close();
    packed.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  lister.close();
  return bytes;
}

/** URLs of each page of the tournament listing, and of each tournament in it. */
async function* addressesOf(base: string, client: Client): AsyncGenerator<string> {
  for (let next: string | null = `${base}/api/v1/tournaments?limit=100`; next !== null; ) {
    const page: { data: { slug: string }[]; next: string | null } = await client.json(next);
    yield next;
    for (const { slug } of page.data) {
      const variables = encodeURIComponent(JSON.stringify({ slug }));
      yield `${base}/graphql?documentId=TournamentPage&variables=${variables}`;
      for (const part of ['', '/participants?limit=100', '/battles?limit=100'])
        yield `${base}/api/v1/tournaments/${slug}${part}`;
    }
    next = page.next;
  }
}

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}
