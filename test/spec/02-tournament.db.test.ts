import { describe, expect, test } from 'vitest';
import { knockout, player, standings, swiss, tournament } from '../support/world.js';
import { expectBody, openService } from './service.js';
import { littleWorld, springClashBody } from './world.js';

const { load, get, data } = openService(
  ...littleWorld,
  tournament({ slug: 'bare', name: 'Bare', status: 'planned', battleSize: 1000, stages: [] }),
);

const SPRING_CLASH = '/api/v1/tournaments/spring-clash';
const BARE = '/api/v1/tournaments/bare';

describe('Tournament', () => {
  test('has these fields in this order', async () => {
    await expectBody(await get(SPRING_CLASH), { data: springClashBody });
  });

  test('has the same fields, null or empty, when nothing is known', async () => {
    await expectBody(await get(BARE), {
      data: {
        slug: 'bare',
        name: 'Bare',
        status: 'planned',
        startDate: null,
        endDate: null,
        description: '',
        city: null,
        country: null,
        players: 0,
        rounds: 0,
        battleSize: 1000,
        battlePack: null,
        organizer: null,
        tournamentOrganizers: [],
        stages: [],
        url: 'https://battles.example/tournaments/bare',
      },
    });
  });

  test("description (string): Organiser's description, plain text", async () => {
    const description = 'Line one\nLine <b>two</b> & a "quote"';
    await load(tournament({ slug: 'described', description }));
    expect((await data('/api/v1/tournaments/described')).description).toBe(description);
    expect((await data(BARE)).description).toBe('');
  });

  test('players (number): How many players are signed up. Decided: dropped or not', async () => {
    await load(tournament({ slug: 'three', participants: ['Ann', 'Bo', { name: 'Cy', dropped: true }] }));
    expect((await data('/api/v1/tournaments/three')).players).toBe(3);
  });

  test('rounds (number): Total number of rounds, counting every stage. Decided: `standings` not counted', async () => {
    const placement = { id: 'placement-3', name: 'Third place', type: 'bracket' as const, rounds: 1 };
    const stages = [swiss({ rounds: 5 }), knockout({ rounds: 3 }), placement, standings()];
    await load(tournament({ slug: 'nine-rounds', status: 'finished', stages }));
    expect((await data('/api/v1/tournaments/nine-rounds')).rounds).toBe(9);
  });

  test('tournamentOrganizers: sorted by name. Decided: case- and accent-insensitive', async () => {
    await load(
      player('p-11', { name: 'Zoë' }),
      player('p-12', { name: 'Émile' }),
      player('p-13', { name: 'eva' }),
      player('p-14', { name: 'Adam' }),
      tournament({ slug: 'run-by-four', organizers: ['p-11', 'p-12', 'p-13', 'p-14'] }),
    );
    expect((await data('/api/v1/tournaments/run-by-four')).tournamentOrganizers).toStrictEqual([
      { name: 'Adam', playerId: 'p-14' },
      { name: 'Émile', playerId: 'p-12' },
      { name: 'eva', playerId: 'p-13' },
      { name: 'Zoë', playerId: 'p-11' },
    ]);
  });

  test('stages (Stage[]): Stages the tournament is played in, in the order they run', async () => {
    const lower = { id: 'placement-swiss', name: 'Lower half', type: 'board' as const, rounds: 2 };
    const stages = [swiss(), knockout(), lower];
    await load(tournament({ slug: 'staged', stages }), tournament({ slug: 'other-way', stages: stages.toReversed() }));
    expect((await data('/api/v1/tournaments/staged')).stages).toStrictEqual([
      { id: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 3 },
      { id: 'knockout', name: 'Knockout', type: 'bracket', rounds: 2, players: 4 },
      { id: 'placement-swiss', name: 'Lower half', type: 'board', rounds: 2 },
    ]);
    expect((await data('/api/v1/tournaments/other-way')).stages.map(({ id }: { id: string }) => id)).toStrictEqual([
      'placement-swiss',
      'knockout',
      'swiss',
    ]);
  });

  test('url (string): Link to the tournament page', async () => {
    await load(tournament({ slug: 'été+1' }));
    expect((await data(SPRING_CLASH)).url).toBe('https://battles.example/tournaments/spring-clash');
    expect((await data('/api/v1/tournaments/%C3%A9t%C3%A9+1')).url).toBe(
      'https://battles.example/tournaments/%C3%A9t%C3%A9%2B1',
    );
  });
});
