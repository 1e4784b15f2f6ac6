import { describe, expect, test } from 'vitest';
import { tournament } from '../support/world.js';
import { notFound, openService } from './service.js';
import { littleWorld } from './world.js';

const { load, json, data, refused, pages } = openService(...littleWorld);

describe('Tournament participants', () => {
  test('It takes path parameter `slug`, string, required', async () => {
    await load(tournament({ slug: 'other', participants: ['Cy'] }));
    expect(await players('other')).toStrictEqual(['Cy']);
    expect(await refused('/api/v1/tournaments/none/participants')).toStrictEqual(notFound('Tournament not found'));
  });

  test('In alphabetical order. Decided: case- and accent-insensitive', async () => {
    await load(tournament({ slug: 'abc', participants: ['Zoë', 'émile', 'Eva', 'adam', 'Özil', 'Otto'] }));
    expect(await players('abc')).toStrictEqual(['adam', 'émile', 'Eva', 'Otto', 'Özil', 'Zoë']);
  });

  test('Query: `cursor`, `limit`: people of one name are on one page or another, never on both', async () => {
    await load(tournament({ slug: 'namesakes', participants: ['Ann', 'Ann', 'Ann'].map(withPoints) }));
    const each = (await pages('/api/v1/tournaments/namesakes/participants?limit=1')).flat();
    expect(each.map((participant) => participant.list.points)).toStrictEqual([1, 2, 3]);
  });

  test('Response: `{ data: Participant[], next }`', async () => {
    await load(tournament({ slug: 'empty' }));
    expect(await json('/api/v1/tournaments/empty/participants')).toStrictEqual({ data: [], next: null });
  });
});

function withPoints(name: string, index: number) {
  return { name, list: { points: index + 1 } };
}

async function players(slug: string): Promise<string[]> {
  return (await data(`/api/v1/tournaments/${slug}/participants`)).map(({ player }: { player: string }) => player);
}
