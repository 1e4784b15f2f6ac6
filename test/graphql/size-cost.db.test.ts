// What an operation costs that reads more than was expected, because a tournament is very large.
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { errors } from '../../src/errors.js';
import { createContext, type Services } from '../../src/graphql/builder/context.js';
import { findStatistics } from '../../src/graphql/read/find-statistics.js';
import { createTestApp, openTestApp, type TestApp } from '../support/app.js';
import { skipOnEmbedded } from '../support/database.js';
import { holdTables, statementWaits } from '../support/held-tables.js';
import { soon } from '../support/soon.js';
import { battle, load, result, tournament } from '../support/world.js';

const PLAYERS = 600;
const { app, db } = await openTestApp([], { config: { rateLimit: 1_000_000 } });

beforeAll(() => {
  const participants = Array.from({ length: PLAYERS }, (_, at) => ({ entry: at + 1, name: `Player ${at + 1}` }));
  const stages = [{ id: 'swiss', name: 'Swiss', type: 'board' as const, rounds: 2 }];
  const rounds = [1, 2].flatMap((round) =>
    Array.from({ length: PLAYERS / 2 }, (_, at) =>
      battle(`${round}-${at}`, {
        tournament: 'large',
        stage: 'swiss',
        round,
        sides: [
          { entry: 2 * at + 1, outcome: 'win' },
          { entry: 2 * at + 2, outcome: 'loss' },
        ],
      }),
    ),
  );
  return load(db, [
    tournament({ slug: 'large', status: 'ongoing', stages, participants }),
    ...rounds,
    tournament({ slug: 'small', status: 'ongoing', stages, participants: participants.slice(0, 4) }),
  ]);
});

const leftOf = (response: Response) => Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);

async function chargedFor(ask: () => Promise<Response>): Promise<number> {
  const before = leftOf(await app.get('/api/v1/nowhere'));
  return before - leftOf(await ask());
}

const documentOf = (slug: string, selection: string) =>
  `/graphql?query=${encodeURIComponent(`{ standings(tournament: "${slug}") { ... on Board { ${selection} } } }`)}`;

describe('standings cost what is read', () => {
  test.each([
    // 600 sign-ups and 600 battles, four of which are an object.
    ['large', 'rows { rank name }', 300],
    // The sides by round are read besides: 1,200 of them.
    ['large', 'ranksByRound { round ranks }', 600],
    ['large', 'rows { participant { name } }', 900],
    ['small', 'rows { rank name }', 110],
    ['small', 'ranksByRound { round ranks }', 470],
    ['small', 'rows { participant { name } }', 310],
  ])('of a %s tournament: %s', async (slug, selection, cost) => {
    for (let time = 0; time < 4; time += 1) {
      const answer = await app.get(documentOf(slug, selection));
      expect((await answer.json()).extensions.cost.requested).toBe(cost);
      expect(await chargedFor(() => app.get(documentOf(slug, selection)))).toBe(cost);
    }
  });

  test('over REST and as a persisted operation the same', async () => {
    expect(await chargedFor(() => app.get('/api/v1/tournaments/large/standings'))).toBe(300);
    const variables = encodeURIComponent('{"slug":"large","stage":"swiss"}');
    const page = await app.get(`/graphql?documentId=StagePage&variables=${variables}`);
    const { requested } = (await page.json()).extensions.cost;
    expect(requested).toBeGreaterThanOrEqual(300);
  });
});

describe('statistics cost what is added up', () => {
  beforeAll(async () => {
    await load(db, [
      tournament({ slug: 'counted', startDate: '2026-05-02', participants: ['Ann', 'Bo'] }),
      battle('counted', { tournament: 'counted', sides: result('win', [{ faction: 'Elves' }, { faction: 'Orcs' }]) }),
    ]);
    await db.sql.query(`UPDATE "tournament_statistics" SET "results" = decode(repeat(encode("results", 'hex'), 400000), 'hex')
      WHERE "tournament_slug" = 'counted'`);
    // Two factions, a win that was even, both ratings 1500, two players.
    const rated = '00000001' + '00000002' + '0027a120' + '0bb80bb8' + '00000001' + '00000002';
    await db.sql.query(`INSERT INTO "tournament_expectation" ("tournament_slug", "week", "results")
      VALUES ('counted', 1, decode(repeat('${rated}', 150000), 'hex'))`);
  });

  test.each([
    // Known before: 3,000, and 1 for each figure. Read: 1 for 160 battles; added up: 1 for 110; their players: 1 for 65.
    ['battles', 3_000],
    ['matchups { winRate { value } }', 6_137],
    ['factions { winRate { value } asAttacker { value } }', 6_137],
    ['factions { share { value } }', 8_654],
    ['factions { winRate { value } months { winRate { value } } }', 9_774],
    // With ratings: 1 for 30 battles, whether or not they are within the bounds.
    ['battles', 5_000, '(minRating: 1600)'],
    ['matchups { winRate { value } }', 6_364, '(minRating: 1400)'],
  ])('%s', async (selection, cost, args = '') => {
    const path = `/graphql?query=${encodeURIComponent(`{ statistics${args} { ${selection} } }`)}`;
    expect((await (await app.get(path)).json()).extensions.cost.requested).toBe(cost);
    expect(await chargedFor(() => app.get(path))).toBe(cost);
  });

  test('and a few battles what is known before', async () => {
    const few = await app.graphql('{ statistics(country: "nowhere") { matchups { winRate { value } } } }');
    expect(few.body.extensions.cost.requested).toBe(3_600);
  });

  describe.skipIf(skipOnEmbedded('a statement cannot be held up there'))('also for one who hangs up', () => {
    const MATRIX = '/api/v1/statistics/matchups';
    const left = async (of: TestApp) => leftOf(await of.get('/api/v1/nowhere'));

    /** Returns what is charged to the caller of `path`, who hangs up while it is read, and `meanwhile` happens. */
    async function chargedAfterLeaving(of: TestApp, path: string, meanwhile: () => Promise<unknown> | null) {
      const before = await left(of);
      const leaving = new AbortController();
      const headers = { authorization: `Bearer ${of.key}` };
      const { release } = await holdTables(db, ['tournament_statistics']);
      const answer = of.fetch(new Request(`http://gateway.test${path}`, { headers, signal: leaving.signal }));
      await statementWaits(db);
      const other = meanwhile();
      await turn();
      leaving.abort();
      expect((await answer).status).toBe(499);
      await release();
      await other;
      let asked = 0;
      return async () => {
        asked += 1;
        return before - (await left(of)) - asked;
      };
    }

    test('alone: what has been read, and it is not added up', async () => {
      const charged = await chargedAfterLeaving(app, `${MATRIX}?minRating=1400`, () => null);
      await soon(async () => expect(await charged()).toBe(5_000));
    });

    test('while others wait: all, and they the price of a remembered answer', async () => {
      const remembering = await createTestApp(db, { remember: true, config: { rateLimit: 1_000_000 } });
      const authorization = `Bearer ${await createAccountKey(db.sql, 'Other')}`;
      const getAsOther = (path: string) => remembering.get(path, { authorization });
      // Until changes are noticed, nobody waits for what another has asked.
      await soon(async () => {
        await getAsOther(MATRIX);
        expect(leftOf(await getAsOther('/api/v1/nowhere')) - leftOf(await getAsOther(MATRIX))).toBe(1);
      });
      const before = leftOf(await getAsOther('/api/v1/nowhere'));
      const waiting = () => getAsOther(`${MATRIX}?minPlayers=1`);
      let after = 0;
      const charged = await chargedAfterLeaving(remembering, `${MATRIX}?minPlayers=1`, async () => {
        after = leftOf(await waiting());
      });
      expect(before - after).toBe(1);
      await soon(async () => expect(await charged()).toBe(6_137));
    });
  });

  test('and are not added up for nobody', async () => {
    const events = Array.from({ length: 25 }, (_, at) => `small-${at}`);
    await load(
      db,
      events.flatMap((slug) => [
        tournament({ slug, participants: ['Ann', 'Bo'] }),
        battle(slug, { tournament: slug, sides: result('win', [{ faction: 'Elves' }, { faction: 'Orcs' }]) }),
      ]),
    );
    const leaving = new AbortController();
    const snapshot = db.snapshot();
    const context = createContext({ modelsOn: db.modelsOn } as Services, snapshot, {
      siteUrl: '',
      keysOnly: false,
      signal: leaving.signal,
    });
    const { matrix } = await findStatistics({}, context, { withField: false });
    leaving.abort();
    await expect(matrix()).rejects.toThrow(errors.hungUp().message);
    await snapshot.end();
  });
});

test('a document is refused before anything is read by what is then known', async () => {
  const { body } = await app.graphql(
    '{ tournaments(first: 100) { nodes { stages { standings { ... on Board { rows { rank } } } } } } }',
  );
  expect(body.errors[0].message).toContain('the limit is 5,000');
});
