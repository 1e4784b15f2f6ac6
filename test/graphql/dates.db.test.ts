import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { club, load, player, tournament } from '../support/world.js';

let app: TestApp;
beforeAll(async () => {
  const db = await openTestDb();
  await load(db, [
    club(),
    player('p-1'),
    tournament({ slug: 'undated' }),
    ...['2023-12-31', '2024-02-29', '2025-02-28', '2025-03-01'].map((startDate) =>
      tournament({ slug: `on-${startDate}`, startDate }),
    ),
  ]);
  app = await createTestApp(db);
});

type Window = { from?: string | null; to?: string | null };
const ask = async (window: Window) => {
  const { status, body } = await app.graphql(
    'query ($from: Date, $to: Date) { tournaments(from: $from, to: $to) { nodes { slug } totalCount } }',
    window,
  );
  if (body.errors) return [status, body.errors[0].message, body.errors[0].extensions.code];
  const { nodes, totalCount } = body.data.tournaments;
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ slug }: { slug: string }) => slug);
};

describe('a date range', () => {
  test.each([
    ['none', {}, ['on-2025-03-01', 'on-2025-02-28', 'on-2024-02-29', 'on-2023-12-31', 'undated']],
    ['null', { from: null, to: null }, ['on-2025-03-01', 'on-2025-02-28', 'on-2024-02-29', 'on-2023-12-31', 'undated']],
    ['from only', { from: '2024-02-29' }, ['on-2025-03-01', 'on-2025-02-28', 'on-2024-02-29']],
    ['to only', { to: '2024-02-29' }, ['on-2024-02-29', 'on-2023-12-31']],
    ['the earliest from', { from: '0001-01-01' }, ['on-2025-03-01', 'on-2025-02-28', 'on-2024-02-29', 'on-2023-12-31']],
    ['one day', { from: '2024-02-29', to: '2024-02-29' }, ['on-2024-02-29']],
    ['exactly one year', { from: '2024-02-28', to: '2025-02-28' }, ['on-2025-02-28', 'on-2024-02-29']],
    ['one year after a leap day', { from: '2024-02-29', to: '2025-02-28' }, ['on-2025-02-28', 'on-2024-02-29']],
  ])('is inclusive, and leaves out what has no date once a bound is given: %s', async (_, window: Window, slugs) => {
    expect(await ask(window)).toStrictEqual(slugs);
  });

  test.each([
    ['2025-03-01', '2025-02-28', 'from must not be after to'],
    ['2024-03-01', '2025-03-02', 'the date range must not exceed one year'],
    ['2024-02-29', '2025-03-01', 'the date range must not exceed one year'],
    ['0001-01-01', '9999-12-31', 'the date range must not exceed one year'],
  ])('from %s to %s is refused: %s', async (from, to, message) => {
    expect(await ask({ from, to })).toStrictEqual([400, message, 'BAD_REQUEST']);
  });

  test('is checked in every listing that takes one', async () => {
    const window = '(from: "2025-03-01", to: "2025-02-28") { totalCount }';
    for (const listing of [
      `tournaments${window}`,
      `club(slug: "northern-legion") { tournaments${window} }`,
      `club(slug: "northern-legion") { battles${window} }`,
      `player(id: "p-1") { battles${window} }`,
    ]) {
      const { status, body } = await app.graphql(`{ ${listing} }`);
      expect([listing, status, body.errors[0].message]).toStrictEqual([listing, 400, 'from must not be after to']);
    }
  });
});

describe('a date that is not a day of the calendar in the form YYYY-MM-DD', () => {
  const BAD = ['', 'yesterday', '2026-5-2', '2026-02-30', '2025-02-29', '2026-13-01', '0000-01-01', '20260502'];
  const WORSE = ['2026-05-02T00:00:00Z', ' 2026-05-02', '2026-05-02\n', '+002026-05-02', '２０２６-05-02'];

  test.each([...BAD, ...WORSE])('is refused as a variable: %j', async (from) => {
    expect(await ask({ from })).toStrictEqual([
      400,
      `Variable "$from" got invalid value ${JSON.stringify(from)}; must be a date in the form YYYY-MM-DD`,
      'BAD_REQUEST',
    ]);
  });

  test.each(['"2026-02-30"', '""', '20260502', 'yesterday'])(
    'is refused in the document, which says where: %s',
    async (to) => {
      const { body } = await app.graphql(`{ tournaments(to: ${to}) { totalCount } }`);
      expect(body.errors).toStrictEqual([
        {
          message: `${to} must be a date in the form YYYY-MM-DD`,
          locations: [{ line: 1, column: 19 }],
          extensions: { code: 'BAD_REQUEST' },
        },
      ]);
    },
  );
});
