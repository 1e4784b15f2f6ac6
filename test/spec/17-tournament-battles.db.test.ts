import { describe, expect, test } from 'vitest';
import { battle, casual, knockout, swiss, tournament } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';
import { battleBody, littleWorld } from './world.js';

const { load, get, data, refused } = openService(
  ...littleWorld,
  casual('b-casual'),
  tournament({ slug: 'other', stages: [swiss(), knockout()], participants: ['Ann', 'Bo'] }),
);

describe('Tournament battles', () => {
  test('Path: not shown. Decided: /api/v1/tournaments/{slug}/battles. Response: `{ data: Battle[], next }` (players without `list` and `rounds`)', async () => {
    await expectBody(await get('/api/v1/tournaments/spring-clash/battles'), { data: [battleBody], next: null });
  });

  test('It takes path parameter `slug`, string, required', async () => {
    expect(await ids('spring-clash')).toStrictEqual(['b-1']);
    expect(await ids('other')).toStrictEqual([]);
    expect(await refused('/api/v1/tournaments/none/battles')).toStrictEqual(notFound('Tournament not found'));
  });

  test('Every battle played in the tournament. Decided: archived ones too, so that its record adds up', async () => {
    await load(
      tournament({ slug: 'every', stages: [swiss(), knockout()], participants: ['Ann', 'Bo'] }),
      battle('e-1', { tournament: 'every', round: 1 }),
      battle('e-2', { tournament: 'every', round: 2, stage: 'knockout' }),
      battle('e-3', { tournament: 'every', round: 3, archived: true }),
    );
    expect(await ids('every')).toStrictEqual(['e-3', 'e-2', 'e-1']);
  });

  test('Newest first. Decided: date, then round, then id, all descending; no date comes last', async () => {
    const date = '2026-05-02';
    await load(
      tournament({ slug: 'same-day', participants: ['Ann', 'Bo'] }),
      battle('s-1', { tournament: 'same-day', date: null, round: 9 }),
      battle('s-2', { tournament: 'same-day', date, round: 2 }),
      battle('s-3', { tournament: 'same-day', date, round: 10 }),
      battle('s-4', { tournament: 'same-day', date, round: 2 }),
    );
    expect(await ids('same-day')).toStrictEqual(['s-3', 's-4', 's-2', 's-1']);
  });
});

async function ids(slug: string): Promise<string[]> {
  return (await data(`/api/v1/tournaments/${slug}/battles`)).map(({ id }: { id: string }) => id);
}
