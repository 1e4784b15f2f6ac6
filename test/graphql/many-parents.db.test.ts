import { beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, club, load, player, result, tournament } from '../support/world.js';

const CLUBS = ['none', 'one', 'two'];

const db = await openTestDb();
let app: TestApp;
beforeAll(async () => {
  const played = (slug: string, at: number) => {
    const id = `${slug}-${at}`;
    const date = `2026-05-0${at}`;
    return [
      tournament({ slug: id, club: slug, startDate: date, participants: [{ playerId: 'p-1' }, { playerId: 'p-2' }] }),
      battle(`b-${id}`, { tournament: id, date, sides: result(at === 1 ? 'win' : 'loss') }),
    ];
  };
  await load(db, [
    player('p-1', { name: 'Ann' }),
    player('p-2', { name: 'Bo' }),
    ...CLUBS.map((slug) => club({ slug, name: slug })),
    ...played('one', 1),
    ...played('two', 1),
    ...played('two', 2),
  ]);
  app = await createTestApp(db);
});

const INSIDE = `slug battles(first: 1) { nodes { id: battleId winnerName players { name outcome } } nextCursor totalCount }
  tournaments(first: 1) { nodes { slug stages { stageId } } nextCursor }`;

test('pages of several parents, read together, are those of each alone', async () => {
  const { body } = await app.graphql(`{ clubs(first: 3) { nodes { ${INSIDE} } } }`);
  const alone = await Promise.all(CLUBS.map((slug) => app.graphql(`{ club(slug: "${slug}") { ${INSIDE} } }`)));
  expect(body.data.clubs.nodes).toStrictEqual(alone.map((each) => each.body.data.club));
  type Listed = {
    battles: { nodes: { id: string }[]; totalCount: number };
    tournaments: { nodes: { stages: object[] }[] };
  };
  const shown = (body.data.clubs.nodes as Listed[]).map(({ battles, tournaments }) => [
    battles.totalCount,
    ...battles.nodes.map(({ id }) => id),
    ...tournaments.nodes.map(({ stages }) => stages.length > 0),
  ]);
  expect(shown).toStrictEqual([[0], [1, 'b-one-1', true], [2, 'b-two-2', true]]);
});
