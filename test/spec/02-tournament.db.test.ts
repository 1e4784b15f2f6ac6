import { describe, expect, test } from 'vitest';
import { knockout, player, standings, swiss, tournament } from '../support/world.js';
import { expectBody, openService } from './service.js';
import { littleWorld } from './world.js';

const { load, get, data } = openService(
  ...littleWorld,
  tournament({ slug: 'bare', name: 'Bare', status: 'planned', battleSize: 1000, stages: [] }),
);

const SPRING_CLASH = '/api/v1/tournaments/spring-clash';
const BARE = '/api/v1/tournaments/bare';

describe('Tournament', () => {
  test('has these fields in this order', async () => {
    await expectBody(await get(SPRING_CLASH), {
      data: {
        slug: 'spring-clash', // string. Short name used in the tournament web address; used wherever an endpoint asks for {slug}.
        name: 'Spring Clash', // string. Tournament name.
        status: 'finished', // "planned" | "ongoing" | "finished". Where the tournament has got to.
        startDate: '2026-05-02', // string (YYYY-MM-DD) | null. First day, local date at the venue.
        endDate: '2026-05-03', // string (YYYY-MM-DD) | null. Last day, local date at the venue.
        description: 'Bring dice.', // string. Organiser's description, plain text.
        city: 'Leeds', // string | null. Town or city.
        country: 'United Kingdom', // string | null. Country name.
        players: 2, // number. How many players are signed up.
        rounds: 6, // number. Total number of rounds, counting every stage.
        battleSize: 2000, // number. Points limit per army.
        battlePack: 'Pitched Battles', // string | null. Name of the battle pack used.
        organizer: 'northern-legion', // string | null. Slug of the club running the tournament; null when no club is set. Usable with the club endpoints.
        tournamentOrganizers: [{ name: 'Bo', playerId: 'p-2' }], // array of {name: string, playerId: string}. The people running the tournament (not the club), sorted by name; empty when nobody is listed. playerId is the public player id.
        stages: [
          // Stage[]. Stages the tournament is played in, in the order they run.
          { id: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 5 },
          { id: 'knockout', name: 'Knockout', type: 'bracket', rounds: 1, players: 2 },
          { id: 'standings', name: 'Final Standings', type: 'board' },
        ],
        url: 'https://battles.example/tournaments/spring-clash', // string. Link to the tournament page.
      },
    });
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

  test('organizer: Usable with the club endpoints', async () => {
    const { organizer } = await data(SPRING_CLASH);
    for (const rest of ['', '/tournaments', '/battles']) {
      expect((await get(`/api/v1/clubs/${organizer}${rest}`)).status).toBe(200);
    }
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
