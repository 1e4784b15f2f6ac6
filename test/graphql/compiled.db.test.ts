// A repeated document is compiled, which must not be visible, whatever it selects and whatever is wrong with it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryDocument } from '../requests/arbitrary-graphql.js';
import { openTestApp } from '../support/app.js';
import { richWorld } from '../support/rich-world.js';
import { runs } from '../support/runs.js';
import { statementsOf } from '../support/statements.js';
import { tournament } from '../support/world.js';

const { app } = await openTestApp([...richWorld, tournament({ slug: 'second' })], { now: () => Date.UTC(2026, 5, 1) });

async function ask(query: string, variables?: object, accept = 'application/json'): Promise<string> {
  const response = await app.post({ query, variables }, { accept });
  return `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
}

/** Compares the answers of several requests; the first two are interpreted. */
async function expectSame(query: string, variables?: object): Promise<string> {
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const first = await ask(query, variables, accept);
    expect([await ask(query, variables, accept), await ask(query, variables, accept)]).toStrictEqual([first, first]);
  }
  return ask(query, variables);
}

const idOf = (text: string) => Buffer.from(text).toString('base64url');
const BATTLES = `battles(first: 3) { nextCursor totalCount nodes { id date winnerName players { name outcome metrics } } }`;

test.each<[what: string, query: string, variables?: object]>([
  ['a listing in an object', `{ club(slug: "northern-legion") { name members ${BATTLES} } }`],
  [
    'variables with a default',
    'query ($n: Int = 2, $s: TournamentStatus) { tournaments(first: $n, status: $s) { nodes { slug status } } }',
  ],
  ['variables', 'query ($n: Int) { tournaments(first: $n) { nodes { slug startDate } nextCursor } }', { n: 1 }],
  [
    'a union, both sides of it',
    '{ tournament(slug: "spring-clash") { stages { id standings { __typename ... on Board { rows { rank name } } ... on Bracket { matches { round table } } } } } }',
  ],
  ['aliases', '{ a: club(slug: "northern-legion") { b: name } c: club(slug: "northern-legion") { b: slug } }'],
  ['what is not there', '{ club(slug: "nowhere") { name } }'],
  [
    'what is not there beside what is',
    '{ a: club(slug: "northern-legion") { name } b: club(slug: "nowhere") { name } }',
  ],
  [
    'several that are not there',
    '{ a: club(slug: "x") { name } b: player(id: "y") { name } c: battle(id: "z") { id } }',
  ],
  ['a wrong argument', '{ clubs(first: 101) { nodes { name } } }'],
  ['a wrong variable', 'query ($n: Int) { clubs(first: $n) { nodes { name } } }', { n: 'many' }],
  ['an error deep inside', '{ tournaments { nodes { slug stages { standings { __typename } } } } }'],
  ['a condition', 'query ($yes: Boolean!) { clubs { nodes { slug @skip(if: $yes) name slug } } }', { yes: true }],
  ['the name by which a promise is told', '{ then: clubs { then: nodes { then: name } } }'],
  [
    'one key for two fields of a union',
    '{ tournament(slug: "spring-clash") { stages { standings { ... on Board { x: rows { y: participant { a: name dropped } } } ... on Bracket { x: matches { y: battle { b: id winnerName } } } } } } }',
  ],
  [
    'one relation under two names',
    '{ battles(player: "p-1") { nodes { a: players { name } winnerName b: players { list { text } } } } }',
  ],
  [
    'what is not there, asked for in two places',
    '{ club(slug: "x") { name } ...F } fragment F on Query { club(slug: "x") { slug } }',
  ],
  ['two arguments of which one may be given', '{ battles(club: "northern-legion", player: "p-1") { nodes { id } } }'],
  [
    'edges and where the page stands',
    'query ($n: Int) { clubs(last: $n) { edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } battles(player: "p-1", first: 1) { edges { node { date players { name } } cursor } pageInfo { endCursor hasNextPage } } }',
    { n: 1 },
  ],
  [
    'an interface',
    'query ($id: ID!, $ids: [ID!]!) { node(id: $id) { id ... on Battle { winnerName } } nodes(ids: $ids) { __typename ... on Node { id } ... on Club { name } ... on Stage { name } ... on Participant { x: name } ... on Player { x: name battles(first: 1) { nodes { date } } } } }',
    {
      id: idOf('Battle:b-1'),
      ids: ['Club:northern-legion', 'Stage:spring-clash/swiss', 'Player:p-1', 'Battle:no'].map(idOf),
    },
  ],
  ['a variable of the prototype', 'query ($constructor: Int) { clubs(first: $constructor) { nodes { name } } }'],
  ['the names of prototypes', '{ __proto__: clubs { constructor: nodes { toString: name } } }'],
])('%s', async (_what, query, variables) => {
  const answer = await expectSame(query, variables);
  // A document that fails validation is never executed, so it would prove nothing here.
  expect(answer).not.toMatch(/Cannot query field|^500/);
});

test('whatever is selected', async () => {
  const known = {
    ids: {
      tournaments: ['spring-clash', 'second'],
      clubs: ['northern-legion'],
      users: ['p-1', 'p-2'],
      battles: ['b-1', 'b-2', 'b-3'],
    },
    cursors: ['bm8'],
  };
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(arbitraryDocument(known), async ({ query, variables }) => {
      statuses.add((await expectSame(query, variables)).slice(0, 3));
    }),
    { numRuns: Math.max(40, runs(60)) },
  );
  expect([...statuses]).toEqual(expect.arrayContaining(['200', '400', '404']));
});

test('an operation whose errors have to be interpreted runs once, not twice, whenever it comes after that', async () => {
  const text = '{ a: tournament(slug: "gone-a") { slug } b: tournament(slug: "gone-b") { slug } }';
  const statements = [];
  for (let times = 1; times <= 5; times += 1) statements.push((await statementsOf(() => ask(text))).length);
  const [once = 0, , compiled, ...after] = statements;
  expect(compiled).toBeGreaterThan(once);
  expect(after).toStrictEqual([once, once]);
});
