// A wrong argument is refused before execution, with its name and its location in the document.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { statementsOf } from '../support/statements.js';
import { club } from '../support/world.js';

const { app } = await openTestApp([club()]);
await app.graphql('{ __typename }');

const CODE = { code: 'BAD_REQUEST' };

test.each([
  ['clubs(first: 0)', 'first must be a positive integer'],
  ['clubs(first: 101)', 'first must not exceed 100'],
  ['clubs(after: "x")', 'Invalid after'],
  ['tournaments(from: "2026-02-01", to: "2026-01-01")', 'from must not be after to'],
  ['tournaments(from: "2020-01-01", to: "2026-01-01")', 'the date range must not exceed one year'],
])('%s: %s', async (field, message) => {
  const { status, body } = await app.graphql(`{ mine: ${field} { nextCursor } }`);
  expect([status, body]).toStrictEqual([
    400,
    { errors: [{ message, path: ['mine'], locations: [{ line: 1, column: 3 }], extensions: CODE }] },
  ]);
});

test('inside another listing, in a fragment and of a variable, the path leads to the field', async () => {
  const query = `query ($n: Int) {
    clubs { nodes { ...F } }
  }
  fragment F on Club { slug all: battles(first: $n) { nextCursor } }`;
  let answer: unknown;
  const sent = await statementsOf(async () => {
    const { status, body } = await app.graphql(query, { n: 0 });
    answer = [status, body];
  });
  expect(answer).toStrictEqual([
    400,
    {
      errors: [
        {
          message: 'first must be a positive integer',
          path: ['clubs', 'nodes', 'all'],
          locations: [{ line: 4, column: 29 }],
          extensions: CODE,
        },
      ],
    },
  ]);
  expect(sent.filter((statement) => /battle|club/.test(statement))).toStrictEqual([]);
});

test('a board of no rows is refused before its competition is read', async () => {
  const query = '{ standings(tournament: "x") { ... on Board { rows(first: 0) { name } } } }';
  const error = {
    message: 'first must be a positive integer',
    path: ['standings', 'rows'],
    locations: [{ line: 1, column: 47 }],
    extensions: CODE,
  };
  expect(await app.graphql(query)).toStrictEqual({ status: 400, body: { errors: [error] } });
});

test.each([
  ['from: "2026-13-01"', '"2026-13-01" must be a date in the form YYYY-MM-DD'],
  ['status: nothing', 'Value "nothing" does not exist in "TournamentStatus" enum.'],
])('a literal that cannot be one has its place too: %s', async (argument, message) => {
  const { body } = await app.graphql(`{ tournaments(${argument}) { nextCursor } }`);
  expect(body.errors).toMatchObject([{ locations: [{ line: 1 }] }]);
  expect(body.errors[0].message).toContain(message);
});
