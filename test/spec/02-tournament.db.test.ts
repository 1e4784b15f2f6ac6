import { describe, expect, test } from 'vitest';
import { battlePack, club, knockout, player, standings, swiss, tournament } from '../support/world.js';
import { expectBody, openService } from './service.js';
import { littleWorld } from './world.js';

const { load, get, data } = openService(...littleWorld, tournament({ slug: 'bare', status: 'planned', stages: [] }));

const SPRING_CLASH = '/api/v1/tournaments/spring-clash';
const BARE = '/api/v1/tournaments/bare';

describe('Tournament', () => {
  test('has these fields in this order', async () => {
    await expectBody(await get(SPRING_CLASH), {
      data: {
        slug: 'spring-clash',
        name: 'Spring Clash',
        status: 'finished',
        startDate: '2026-05-02',
        endDate: '2026-05-03',
        description: 'Bring dice.',
        city: 'Leeds',
        country: 'United Kingdom',
        players: 2,
        rounds: 6,
        battleSize: 2000,
        battlePack: 'Pitched Battles',
        organizer: 'northern-legion',
        tournamentOrganizers: [{ name: 'Bo', playerId: 'p-2' }],
        stages: [
          { id: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 5 },
          { id: 'knockout', name: 'Knockout', type: 'bracket', rounds: 1, players: 2 },
          { id: 'standings', name: 'Final Standings', type: 'board' },
        ],
        url: 'https://battles.example/tournaments/spring-clash',
      },
    });
  });

  test('has the same fields, null or empty, when nothing is known', async () => {
    await expectBody(await get(BARE), {
      data: {
        slug: 'bare',
        name: 'Spring Clash',
        status: 'planned',
        startDate: null,
        endDate: null,
        description: '',
        city: null,
        country: null,
        players: 0,
        rounds: 0,
        battleSize: 2000,
        battlePack: null,
        organizer: null,
        tournamentOrganizers: [],
        stages: [],
        url: 'https://battles.example/tournaments/bare',
      },
    });
  });

  test('slug (string): Short name used in the tournament web address; used wherever an endpoint asks for {slug}', async () => {
    const { slug, url } = await data(SPRING_CLASH);
    expect(slug).toBe('spring-clash');
    expect(url.endsWith(`/tournaments/${slug}`)).toBe(true);
    for (const rest of ['', '/standings', '/participants', '/battles']) {
      expect((await get(`/api/v1/tournaments/${slug}${rest}`)).status).toBe(200);
    }
  });

  test('name (string): Tournament name', async () => {
    await load(tournament({ slug: 'named', name: 'Björn’s "Big" Clash & Co' }));
    expect((await data('/api/v1/tournaments/named')).name).toBe('Björn’s "Big" Clash & Co');
  });

  test.each(['planned', 'ongoing', 'finished'] as const)(
    'status ("planned" | "ongoing" | "finished"): Where the tournament has got to: %s',
    async (status) => {
      await load(tournament({ slug: status, status }));
      expect((await data(`/api/v1/tournaments/${status}`)).status).toBe(status);
    },
  );

  test('startDate (string (YYYY-MM-DD) | null): First day, local date at the venue', async () => {
    expect(await data(SPRING_CLASH)).toHaveProperty('startDate', '2026-05-02');
    expect(await data(BARE)).toHaveProperty('startDate', null);
  });

  test('endDate (string (YYYY-MM-DD) | null): Last day, local date at the venue', async () => {
    expect(await data(SPRING_CLASH)).toHaveProperty('endDate', '2026-05-03');
    expect(await data(BARE)).toHaveProperty('endDate', null);
  });

  test("description (string): Organiser's description, plain text", async () => {
    const description = 'Line one\nLine <b>two</b> & a "quote"';
    await load(tournament({ slug: 'described', description }));
    expect((await data('/api/v1/tournaments/described')).description).toBe(description);
    expect((await data(BARE)).description).toBe('');
  });

  test('city (string | null): Town or city', async () => {
    expect(await data(SPRING_CLASH)).toHaveProperty('city', 'Leeds');
    expect(await data(BARE)).toHaveProperty('city', null);
  });

  test('country (string | null): Country name', async () => {
    expect(await data(SPRING_CLASH)).toHaveProperty('country', 'United Kingdom');
    expect(await data(BARE)).toHaveProperty('country', null);
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

  test('battleSize (number): Points limit per army', async () => {
    await load(tournament({ slug: 'small', battleSize: 1000 }));
    expect((await data('/api/v1/tournaments/small')).battleSize).toBe(1000);
  });

  test('battlePack (string | null): Name of the battle pack used', async () => {
    await load(battlePack({ name: 'Spearhead' }), tournament({ slug: 'spearhead', battlePack: 'Spearhead' }));
    expect(await data('/api/v1/tournaments/spearhead')).toHaveProperty('battlePack', 'Spearhead');
    expect(await data(BARE)).toHaveProperty('battlePack', null);
  });

  test('organizer (string | null): Slug of the club running the tournament; null when no club is set', async () => {
    await load(club({ slug: 'iron-dice' }), tournament({ slug: 'iron-open', club: 'iron-dice' }));
    expect(await data('/api/v1/tournaments/iron-open')).toHaveProperty('organizer', 'iron-dice');
    expect(await data(BARE)).toHaveProperty('organizer', null);
  });

  test('organizer: Usable with the club endpoints', async () => {
    const { organizer } = await data(SPRING_CLASH);
    for (const rest of ['', '/tournaments', '/battles']) {
      expect((await get(`/api/v1/clubs/${organizer}${rest}`)).status).toBe(200);
    }
  });

  test('tournamentOrganizers (array of {name: string, playerId: string}): The people running the tournament (not the club)', async () => {
    const { organizer, tournamentOrganizers } = await data(SPRING_CLASH);
    expect(organizer).toBe('northern-legion');
    expect(tournamentOrganizers).toStrictEqual([{ name: 'Bo', playerId: 'p-2' }]);
    expect(Object.keys(tournamentOrganizers[0])).toStrictEqual(['name', 'playerId']);
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

  test('tournamentOrganizers: empty when nobody is listed', async () => {
    expect((await data(BARE)).tournamentOrganizers).toStrictEqual([]);
  });

  test('tournamentOrganizers: playerId is the public player id', async () => {
    const { tournamentOrganizers } = await data(SPRING_CLASH);
    expect((await get(`/api/v1/users/${tournamentOrganizers[0].playerId}/battles`)).status).toBe(200);
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
