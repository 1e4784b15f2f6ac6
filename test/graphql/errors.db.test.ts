import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, openTestApp } from '../support/app.js';
import { club, load, tournament } from '../support/world.js';

const { app, db } = await openTestApp([club(), tournament({ club: 'northern-legion', participants: ['Ann'] })]);

describe('what does not exist', () => {
  test.each([
    ['tournament(slug: "nowhere") { slug }', 'tournament', 'Tournament not found'],
    ['standings(tournament: "nowhere") { __typename }', 'standings', 'Tournament not found'],
    ['club(slug: "nowhere") { slug }', 'club', 'Club not found'],
    ['player(id: "nobody") { id }', 'player', 'Player not found'],
    ['battle(id: "never") { id }', 'battle', 'Battle not found'],
    ['tournament(slug: "") { slug }', 'tournament', 'Tournament not found'],
    ['tournament(slug: "SPRING-CLASH") { slug }', 'tournament', 'Tournament not found'],
    ['club(slug: "\\u0000") { slug }', 'club', 'Club not found'],
    ['player(id: "\\u0000") { id }', 'player', 'Player not found'],
    ['battle(id: "x\\u0000") { id }', 'battle', 'Battle not found'],
  ])('is a 404 with a code: %s', async (field, key, message) => {
    const { status, body } = await app.graphql(`{ ${field} }`);
    expect({ status, data: body.data, errors: body.errors }).toStrictEqual({
      status: 404,
      data: { [key]: null },
      errors: [{ message, locations: [{ line: 1, column: 3 }], path: [key], extensions: { code: 'NOT_FOUND' } }],
    });
  });

  test('leaves what was asked for beside it answered', async () => {
    const { body } = await app.graphql('{ club(slug: "northern-legion") { name } other: club(slug: "x") { name } }');
    expect(body.data).toStrictEqual({ club: { name: 'Northern Legion' }, other: null });
    expect(body.errors).toHaveLength(1);
  });
});

test('an error in every entry of a list, with others under way, leaves nothing behind that would end the process', async () => {
  const [first, then, last] = ['2026-05-03', '2026-05-02', '2026-05-01'];
  await load(db, [
    tournament({ slug: 'first', startDate: first }),
    tournament({ slug: 'then', startDate: then }),
    tournament({ slug: 'last', startDate: last, stages: [] }),
  ]);
  const left: unknown[] = [];
  const note = (error: unknown) => void left.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const { body } = await app.graphql('{ tournaments(first: 1) { nextCursor } }');
  const refused = await app.graphql(
    `query ($after: String) {
      tournaments { nodes { stages { standings { __typename } } battles(first: 1, after: $after) { nodes { id } } } }
    }`,
    { after: body.data.tournaments.nextCursor },
  );
  expect([refused.status, refused.body.errors[0].message]).toStrictEqual([400, 'Invalid after']);
  await sleep(50);
  expect(left).toStrictEqual([]);
});

describe('an error nobody made on purpose', () => {
  const ID = /^Internal error; quote request id ([\w-]{12}-\d+)$/;
  /** Words of SQL, Prisma or a stack trace. */
  const INTERNAL = /select|does not exist|relation|prisma|invocation|node_modules|\.ts|\.js|website|dropped/i;

  /** The answer, as text, of a service of its own, and what it logged. */
  const provoke = async (query: string) => {
    const logged: { message: string; error: unknown }[] = [];
    const service = await createTestApp(db, { deps: { log: (message, error) => logged.push({ message, error }) } });
    const response = await service.post({ query });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text), logged };
  };

  test('of the database itself shows nothing internal, and has the id of its request', async () => {
    const columns = { club: 'website', participant: 'dropped' };
    const rename = async (hide: boolean) => {
      for (const [table, column] of Object.entries(columns)) {
        const [from, to] = hide ? [column, 'secret_detail'] : ['secret_detail', column];
        await db.sql.script(`ALTER TABLE "${table}" RENAME COLUMN "${from}" TO "${to}"`);
      }
    };
    await rename(true);
    const club = '(slug: "northern-legion") { website }';
    const faults: [document: string, told: string[]][] = [
      ['{ tournament(slug: "spring-clash") { participants { nodes { dropped } } } }', ['root.dropped']],
      [`{ a: club${club} b: club${club} }`, ['root.website', 'root.website']],
    ];
    const answers = [];
    for (const [document] of faults) answers.push(await provoke(document));
    await rename(false);
    for (const [at, { status, text, body, logged }] of answers.entries()) {
      expect(status).toBe(500);
      const ids = body.errors.map(({ message }: Error) => ID.exec(message)?.[1]);
      expect(new Set(ids).size).toBe(1);
      expect(logged.map(({ message }) => message).sort()).toStrictEqual(ids.map((id: string) => `error ${id}`).sort());
      const told = logged.map(({ error }) => String(error));
      expect(told).toStrictEqual(faults[at]?.[1].map((part) => expect.stringContaining(part)));
      for (const { message, extensions } of body.errors) {
        expect(message).toMatch(ID);
        expect(extensions).toStrictEqual({ code: 'INTERNAL_ERROR' });
      }
      expect(text).not.toMatch(INTERNAL);
    }
  });
});
