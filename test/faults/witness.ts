// A world that is written to constantly, so that every answer shows how fresh it is. Each entity contains the same
// number twice, which grows by one with every transaction: in a stale answer it is too low, in a torn one the two
// differ.
import type pg from 'pg';
import { createAccountKey } from '../../src/db/keys.js';
import { migrate } from '../../src/db/migrate.js';
import { connectTo } from '../../src/db/postgres/cluster.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { battle, club, load, tournament } from '../support/world.js';

/** Time after a commit during which new requests may still miss it. */
const BOUND_MS = 1_000;

export type Witness = {
  authorization: string;
  /** Writes the next number; resolves to false if that failed. */
  write(): Promise<boolean>;
  /** Describes what is wrong with the body of a request sent at this time; null if nothing is. */
  problemWith(text: string, askedAt: number): string | null;
  /** The newest number that was certainly written. */
  last(): number;
  close(): Promise<void>;
};

const QUERY = `{ club(slug: "northern-legion") { members description battles { nodes { battleSize scenario } } }
  tournaments { nodes { battleSize description } } }`;

/** Requests to both APIs, remembered and not. */
export const QUESTIONS: { path: string; body?: string }[] = [
  { path: '/api/v1/tournaments' },
  { path: '/api/v1/tournaments/spring-clash' },
  { path: '/api/v1/tournaments/spring-clash/battles' },
  { path: '/api/v1/clubs/northern-legion' },
  { path: '/api/v1/clubs/northern-legion/battles?limit=5' },
  { path: '/api/v1/battles/b-1' },
  { path: `/graphql?documentId=ClubPage&variables=${encodeURIComponent('{"slug":"northern-legion"}')}` },
  { path: '/graphql', body: JSON.stringify({ query: QUERY }) },
];

export async function createWitness(url: string): Promise<Witness> {
  const db = await openPostgres(url, 2, () => undefined);
  await migrate(db);
  await load(db, [
    club({ members: 0, description: '0' }),
    tournament({ club: 'northern-legion', participants: ['Ann', 'Bo'], battleSize: 1, description: '1' }),
    battle('b-1', { battleSize: 1, scenario: '1' }),
  ]);
  const authorization = `Bearer ${await createAccountKey(db.sql, 'Witness')}`;
  await db.close();

  let client: pg.Client | null = null;
  let begun = 1;
  const committed: { number: number; at: number }[] = [];
  return {
    authorization,
    async write() {
      begun += 1;
      try {
        client ??= await connect(url);
        await client.query(statementsFor(begun));
        committed.push({ number: begun, at: Date.now() });
        return true;
      } catch {
        await client?.end().catch(() => undefined);
        client = null;
        return false;
      }
    },
    problemWith(text, askedAt) {
      const least = committed.findLast(({ at }) => at + BOUND_MS <= askedAt)?.number ?? 0;
      const pairs = [...numbersIn(JSON.parse(text))];
      if (pairs.length === 0) return `nothing in it: ${text}`;
      if (pairs.some(([one, other]) => one !== other)) return `torn: ${JSON.stringify(pairs)}`;
      if (pairs.some(([one]) => one > begun)) return `never written: ${JSON.stringify(pairs)}`;
      return pairs.some(([one]) => one < least) ? `stale: ${JSON.stringify(pairs)} after ${least}` : null;
    },
    last: () => committed.at(-1)?.number ?? 0,
    close: async () => client?.end(),
  };
}

async function connect(url: string): Promise<pg.Client> {
  const { Client, connectionString } = connectTo(url);
  const client = new Client({ connectionString, connectionTimeoutMillis: 1_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Sent as one script and therefore one transaction. */
const statementsFor = (number: number) => `
  UPDATE "club" SET "members" = ${number}, "description" = '${number}';
  UPDATE "tournament" SET "battle_size" = ${number}, "description" = '${number}';
  UPDATE "battle" SET "battle_size" = ${number}, "scenario" = '${number}'`;

function* numbersIn(part: unknown): Generator<[number, number]> {
  if (typeof part !== 'object' || part === null) return;
  const { members, battleSize, description, scenario } = part as Record<string, unknown>;
  const [one, other] = [members ?? battleSize, description ?? scenario];
  if (one !== undefined && other !== undefined) yield [Number(one), Number(other)];
  for (const inside of Object.values(part)) yield* numbersIn(inside);
}
