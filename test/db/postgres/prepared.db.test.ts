// The prepared statements of one connection while one caller tries everything and another arrives late.
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../../src/db/client.js';
import { openPostgres } from '../../../src/db/postgres/postgres.js';
import { createTestApp, type TestApp } from '../../support/app.js';
import { openTestDb, skipOnEmbedded, urlOf } from '../../support/database.js';
import { atFileEnd } from '../../support/file-end.js';
import { club, load, tournament } from '../../support/world.js';

const MAX = 220;

const SELECTIONS = subsets(['description', 'playerCount', 'rounds', 'tournamentOrganizers { __typename }']);
const WINDOWS = ['', 'from: "2026-01-01"', 'to: "2026-12-31"'];
const LISTINGS: [open: string, close: string, filters: string[]][] = [
  ['tournaments', '', WINDOWS.flatMap((window) => [window, `${window} status: planned`])],
  ['club(slug: "c") { tournaments', '}', WINDOWS],
];

function subsets(of: string[]): string[] {
  return Array.from({ length: 2 ** of.length }, (_, bits) => of.filter((_each, at) => bits & (1 << at)).join(' '));
}

describe.skipIf(skipOnEmbedded('it prepares nothing'))('statements that are kept prepared', () => {
  let db: Db;
  let app: TestApp;
  beforeAll(async () => {
    const own = await openTestDb();
    db = await openPostgres(await urlOf(own), 1, console.log);
    atFileEnd(() => db.close());
    await load(own, [
      club({ slug: 'c' }),
      ...['a', 'b'].map((slug) => tournament({ slug, club: 'c', startDate: '2026-05-01', status: 'planned' })),
    ]);
    app = await createTestApp(db);
  });

  /** All variants of the listings: each is a statement of its own, on the first page and on a later one. */
  async function everything(): Promise<string[]> {
    const documents: string[] = [];
    for (const [open, close, filters] of LISTINGS) {
      for (const filter of filters) {
        const cursor = `{ ${open}(first: 1, ${filter}) { nextCursor } ${close} }`;
        const { data } = (await app.graphql(cursor)).body;
        const { nextCursor } = (data.club ?? data).tournaments;
        for (const after of [null, nextCursor]) {
          const args = `first: 1, after: ${JSON.stringify(after)}, ${filter}`;
          for (const selection of SELECTIONS) {
            documents.push(`{ ${open}(${args}) { nodes { slug ${selection} } } ${close} }`);
          }
        }
      }
    }
    return documents;
  }

  const preparedNow = async () =>
    new Set(
      (await db.sql.query<{ statement: string }>('SELECT "statement" FROM pg_prepared_statements')).map(
        ({ statement }) => statement,
      ),
    );
  const ask = async (document: string, times: number) => {
    for (let time = 0; time < times; time += 1) expect((await app.graphql(document)).body.errors).toBeUndefined();
  };
  /** The statements that a document has added. */
  async function addedBy(document: string, times: number): Promise<string[]> {
    const before = await preparedNow();
    await ask(document, times);
    return [...(await preparedNow())].filter((statement) => !before.has(statement));
  }

  test('are the most used ones, whoever came first, and not more than a connection should keep', async () => {
    const [hot = ''] = await addedBy('{ clubs { nodes { slug } } }', 20);
    expect(hot).toContain('"club"');
    const tried = await everything();
    expect(tried.length).toBeGreaterThan(MAX);
    for (const document of tried) await ask(document, 2);
    const [late = ''] = await addedBy('{ clubs { nodes { slug description } } }', 20);
    expect(late).toContain('"description"');
    // The statements that found no room evict others.
    for (const document of tried.slice(-60)) await ask(document, 6);
    const now = await preparedNow();
    expect([now.has(hot), now.has(late)]).toStrictEqual([true, true]);
    expect(now.size).toBeLessThanOrEqual(MAX);
  }, 120_000);

  test('are not dropped while statements of the same operation wait for their turn by those names', async () => {
    const fresh = await openPostgres(await urlOf(db), 1, console.log);
    onTestFinished(() => fresh.close());
    const statement = (n: number) => `SELECT ${n} AS "n"`;
    const inOneOperation = async (numbers: number[]) => {
      const { sql, end } = fresh.snapshot();
      const answers = await Promise.allSettled(numbers.map((n) => sql.queryPrepared<{ n: number }>(statement(n))));
      await end();
      return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.n : String(answer.reason)));
    };
    const first = Array.from({ length: 200 }, (_, n) => n);
    for (let time = 0; time < 2; time += 1) expect(await inOneOperation(first)).toStrictEqual(first);
    // These are used so often that they evict the first, which were used just before.
    const later = Array.from({ length: 30 }, (_, n) => 1_000 + n).flatMap((n) => Array<number>(10).fill(n));
    expect(await inOneOperation([...first, ...later])).toStrictEqual([...first, ...later]);
    expect(await inOneOperation(first)).toStrictEqual(first);
    const [kept] = await fresh.sql.query<{ count: number }>(
      'SELECT count(*)::int AS "count" FROM pg_prepared_statements',
    );
    expect(kept?.count).toBe(200);
  });
});
