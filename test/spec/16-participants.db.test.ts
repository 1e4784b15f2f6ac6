import { describe, expect, test } from 'vitest';
import { tournament } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';
import { list, littleWorld } from './world.js';

const { load, get, json, data, refused, pages } = openService(...littleWorld);

describe('Tournament participants', () => {
  test('Path: not shown. Decided: /api/v1/tournaments/{slug}/participants', async () => {
    await expectBody(await get('/api/v1/tournaments/spring-clash/participants'), {
      data: [
        {
          player: 'Ann',
          playerId: 'p-1',
          club: 'northern-legion',
          group: null,
          dropped: false,
          finalPlacement: 1,
          list,
        },
        {
          player: 'Bo',
          playerId: 'p-2',
          club: null,
          group: null,
          dropped: true,
          finalPlacement: 2,
          list: null,
        },
      ],
      next: null,
    });
  });

  test('It takes path parameter `slug`, string, required', async () => {
    await load(tournament({ slug: 'other', participants: ['Cy'] }));
    expect(await players('other')).toStrictEqual(['Cy']);
    expect(await refused('/api/v1/tournaments/none/participants')).toStrictEqual(notFound('Tournament not found'));
  });

  test('Everybody taking part', async () => {
    await load(
      tournament({
        slug: 'everybody',
        participants: ['Ann', { name: 'Bo', dropped: true }, { playerId: 'p-1' }, { name: 'Bo', list }],
      }),
    );
    expect(await players('everybody')).toHaveLength(4);
  });

  test('In alphabetical order. Decided: case- and accent-insensitive', async () => {
    await load(tournament({ slug: 'abc', participants: ['Zoë', 'émile', 'Eva', 'adam', 'Özil', 'Otto'] }));
    expect(await players('abc')).toStrictEqual(['adam', 'émile', 'Eva', 'Otto', 'Özil', 'Zoë']);
  });

  test("Each with the submitted army list; same data as the organiser's army list export", async () => {
    const lists = [list, { ...list, faction: 'Skaven', text: 'Grey Seer\n\nClawlord' }];
    await load(
      tournament({
        slug: 'listed',
        participants: lists.map((each, index) => ({ name: `Player ${index}`, list: each })),
      }),
    );
    const answered = (await data('/api/v1/tournaments/listed/participants')).map(
      (each: { list: unknown }) => each.list,
    );
    expect(answered).toStrictEqual(lists);
  });

  test('Query: `cursor`, `limit`', async () => {
    await load(tournament({ slug: 'paged', participants: ['Cy', 'Bo', 'Ann'] }));
    expect(await pages('/api/v1/tournaments/paged/participants?limit=2')).toMatchObject([
      [{ player: 'Ann' }, { player: 'Bo' }],
      [{ player: 'Cy' }],
    ]);
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
