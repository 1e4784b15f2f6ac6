import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, casual, club, load, player, tournament } from '../support/world.js';

const db = await openTestDb();
const casualOfAnn = (id: string, rest: object = {}) =>
  casual(id, { sides: [{ playerId: 'p-1' }, { name: 'Cy' }], ...rest });
await load(db, [
  club({ slug: 'host' }),
  club({ slug: 'guest' }),
  club({ slug: 'nobody' }),
  player('p-1', { name: 'Ann' }),
  player('p-2', { name: 'Bo' }),
  tournament({ club: 'host', participants: [{ playerId: 'p-1' }, 'Bo', { name: 'Di', club: 'guest' }] }),
  battle('t-1', { date: '2026-05-02' }),
  battle('t-2', { date: '2026-05-02', round: 2, sides: [{ entry: 3 }, { entry: 2 }] }),
  battle('t-10', { date: '2026-05-02', round: 10, archived: true }),
  battle('t-1b', { date: '2026-05-02' }),
  battle('t-0', { date: '2026-05-03' }),
  battle('t-undated', { round: 3 }),
  casualOfAnn('c-1', { date: '2026-05-02', club: 'guest' }),
  casualOfAnn('c-2', { date: '2026-05-04', archived: true, club: 'guest' }),
  casualOfAnn('c-3', { date: '2025-12-31' }),
  casualOfAnn('c-undated'),
  tournament({
    slug: 'hidden',
    published: false,
    club: 'host',
    participants: [{ playerId: 'p-1', club: 'guest' }, 'Ed'],
  }),
  battle('h-1', { tournament: 'hidden', date: '2026-05-02' }),
]);
const app = await createTestApp(db);

const ids = async (parent: string, args = '') => {
  const { body } = await app.graphql(`{ parent: ${parent} { battles${args} { nodes { id: battleId } totalCount } } }`);
  expect(body.errors).toBeUndefined();
  const { nodes, totalCount } = body.data.parent.battles;
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ id }: { id: string }) => id);
};

describe('newest first is by date, then round, then id, all descending, and no date comes last', () => {
  test('every battle of a tournament, archived ones too, so that its record adds up', async () => {
    expect(await ids('tournament(slug: "spring-clash")')).toStrictEqual([
      't-0',
      't-10',
      't-2',
      't-1b',
      't-1',
      't-undated',
    ]);
  });

  test('every battle of a player, tournament and casual; archived ones are left out', async () => {
    expect(await ids('player(id: "p-1")')).toStrictEqual([
      't-0',
      't-1b',
      't-1',
      'c-1',
      'c-3',
      't-undated',
      'c-undated',
    ]);
    expect(await ids('player(id: "p-2")')).toStrictEqual([]);
  });

  test('battles connected to a club: of its tournaments, logged for it, or with a player who represented it', async () => {
    expect(await ids('club(slug: "host")')).toStrictEqual(['t-0', 't-2', 't-1b', 't-1', 't-undated']);
    expect(await ids('club(slug: "guest")')).toStrictEqual(['t-2', 'c-1']);
    expect(await ids('club(slug: "nobody")')).toStrictEqual([]);
  });
});
