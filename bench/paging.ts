// A deep page against the first page of the same listing, through the whole service: measures keyset pagination.
import { createApp } from '../src/app/app.js';
import type { Db } from '../src/db/client.js';
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import { type Bench, median, seconds } from './figure.js';

const CLUB = 'northern-legion';
const PAGE = 20;
const QUERY = `query ($first: Int, $after: String) {
  club(slug: "${CLUB}") { battles(first: $first, after: $after) { nodes { battleId date players { name outcome } } nextCursor } }
}`;

export const benchPaging: Bench = ({ server, short, report }) => {
  const [battles, deepPage, rounds] = short ? [1_500, 5, 5] : [1_000_000, 5_000, 200];
  return withWorld(server, battles, report, async (db) => {
    const { read, close } = await createReader(db);
    report(`walking to page ${deepPage}`);
    const after = await cursorOfPage(deepPage, read);
    const first: number[] = [];
    const deep: number[] = [];
    for (let round = -5; round < rounds; round += 1) {
      const [atFirst, atDeep] = [await seconds(() => read(PAGE, null)), await seconds(() => read(PAGE, after))];
      // The first rounds only warm up.
      if (round < 0) continue;
      first.push(atFirst);
      deep.push(atDeep);
    }
    await close();
    return [
      {
        what: `page ${deepPage} of the battles of a club, of ${battles} battles`,
        against: 'page 1',
        ratio: Number((median(deep) / median(first)).toFixed(2)),
        aim: 'at most 1.3',
        measured: `${(median(deep) * 1000).toFixed(2)} against ${(median(first) * 1000).toFixed(2)} ms`,
      },
    ];
  });
};

type Reader = (first: number, after: string | null) => Promise<string | null>;

async function createReader(db: Db): Promise<{ read: Reader; close(): Promise<void> }> {
  const config = { siteUrl: 'https://battles.example', cursorSecret: 'bench', cursorLifetimeMs: 3_600_000 };
  const app = await createApp({ config, db, log: console.error });
  const authorization = `Bearer ${await createAccountKey(db.sql, 'Bench')}`;
  const read: Reader = async (first, after) => {
    const response = await app.fetch(
      new Request('http://gateway.bench/graphql', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ query: QUERY, variables: { first, after } }),
      }),
    );
    const { data, errors } = (await response.json()) as Answer;
    if (!data?.club) throw new Error(JSON.stringify(errors));
    return data.club.battles.nextCursor;
  };
  return { read, close: app.close };
}

type Answer = { data?: { club: { battles: { nextCursor: string | null } } | null }; errors?: unknown };

/** Returns the cursor at which page `page` starts, reached in large steps. */
async function cursorOfPage(page: number, read: Reader): Promise<string> {
  let cursor: string | null = null;
  for (let rows = (page - 1) * PAGE; rows > 0; rows -= 100) {
    cursor = await read(Math.min(rows, 100), cursor);
    if (cursor === null) throw new Error(`${CLUB} has fewer battles than ${page} pages`);
  }
  return cursor ?? '';
}
