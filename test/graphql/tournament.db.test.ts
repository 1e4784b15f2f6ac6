import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import {
  battle,
  battlePack,
  club,
  knockout,
  load,
  player,
  result,
  standings,
  swiss,
  tournament,
} from '../support/world.js';

let db: Db;
let app: TestApp;
beforeAll(async () => {
  db = await openTestDb();
});
beforeEach(async () => {
  await emptyDb(db);
  app = await createTestApp(db);
});

const ask = async (selection: string, slug = 'spring-clash') => {
  const { body } = await app.graphql(`query ($slug: String!) { tournament(slug: $slug) { ${selection} } }`, { slug });
  expect(body.errors).toBeUndefined();
  return body.data.tournament;
};

const EVERY_FIELD = `slug name status startDate endDate description city country playerCount rounds battleSize battlePack
  organizerSlug tournamentOrganizers { name playerId } stages { stageId name type rounds players } url`;

describe('a tournament', () => {
  test('carries every field of the resource', async () => {
    await load(db, [
      club(),
      player('p-1', { name: 'Zoë Ashdown' }),
      battlePack({ name: 'Pitched Battles 2026' }),
      tournament({
        status: 'finished',
        startDate: '2026-05-02',
        endDate: '2026-05-03',
        description: 'Five rounds.\nBring dice.',
        city: 'Leeds',
        country: 'United Kingdom',
        battlePack: 'Pitched Battles 2026',
        club: 'northern-legion',
        organizers: ['p-1'],
        stages: [swiss({ rounds: 5 }), knockout(), standings()],
        participants: ['Ann', 'Bo', 'Cy'],
      }),
    ]);
    expect(await ask(EVERY_FIELD)).toStrictEqual({
      slug: 'spring-clash',
      name: 'Spring Clash',
      status: 'finished',
      startDate: '2026-05-02',
      endDate: '2026-05-03',
      description: 'Five rounds.\nBring dice.',
      city: 'Leeds',
      country: 'United Kingdom',
      playerCount: 3,
      rounds: 7,
      battleSize: 2000,
      battlePack: 'Pitched Battles 2026',
      organizerSlug: 'northern-legion',
      tournamentOrganizers: [{ name: 'Zoë Ashdown', playerId: 'p-1' }],
      stages: [
        { stageId: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 5, players: null },
        { stageId: 'knockout', name: 'Knockout', type: 'bracket', rounds: 2, players: 4 },
        { stageId: 'standings', name: 'Final Standings', type: 'board', rounds: null, players: null },
      ],
      url: 'https://battles.example/tournaments/spring-clash',
    });
  });

  test('has null where nothing is known, an empty description, nobody listed and no club', async () => {
    await load(db, [tournament({ status: 'planned', stages: [] })]);
    expect(await ask(EVERY_FIELD)).toStrictEqual({
      slug: 'spring-clash',
      name: 'Spring Clash',
      status: 'planned',
      startDate: null,
      endDate: null,
      description: '',
      city: null,
      country: null,
      playerCount: 0,
      rounds: 0,
      battleSize: 2000,
      battlePack: null,
      organizerSlug: null,
      tournamentOrganizers: [],
      stages: [],
      url: 'https://battles.example/tournaments/spring-clash',
    });
  });

  test('counts as players everybody who signed up, dropped or not', async () => {
    await load(db, [
      tournament({ participants: ['Ann', { name: 'Bo', dropped: true }, { name: 'Cy', dropped: true }] }),
      tournament({ slug: 'other', participants: ['Di'] }),
    ]);
    expect(await ask('playerCount')).toStrictEqual({ playerCount: 3 });
  });

  test('lists its organisers sorted by name, without case and accents, and leaves out a removed one', async () => {
    await load(db, [
      player('p-1', { name: 'zoe' }),
      player('p-2', { name: 'Éva' }),
      player('p-3', { name: 'Fay' }),
      player('p-4', { name: 'eric' }),
      player('p-5', { name: null, removed: true }),
      tournament({ organizers: ['p-1', 'p-2', 'p-3', 'p-4', 'p-5'] }),
    ]);
    expect(await ask('tournamentOrganizers { name playerId player { id: publicId name } }')).toStrictEqual({
      tournamentOrganizers: [
        { name: 'eric', playerId: 'p-4', player: { id: 'p-4', name: 'eric' } },
        { name: 'Éva', playerId: 'p-2', player: { id: 'p-2', name: 'Éva' } },
        { name: 'Fay', playerId: 'p-3', player: { id: 'p-3', name: 'Fay' } },
        { name: 'zoe', playerId: 'p-1', player: { id: 'p-1', name: 'zoe' } },
      ],
    });
  });

  test.each([
    ['été&co', 'https://battles.example/tournaments/%C3%A9t%C3%A9%26co'],
    ['a"b<c>', 'https://battles.example/tournaments/a%22b%3Cc%3E'],
    ['大会+1', 'https://battles.example/tournaments/%E5%A4%A7%E4%BC%9A%2B1'],
  ])('links to its page by an absolute address, whatever the slug: %s', async (slug, url) => {
    await load(db, [tournament({ slug })]);
    expect(await ask('slug url', slug)).toStrictEqual({ slug, url });
  });

  test('leads to its club, its participants, its battles and, once finished, its winner', async () => {
    await load(db, [
      club(),
      tournament({
        status: 'finished',
        club: 'northern-legion',
        stages: [swiss(), standings()],
        participants: ['Ann', 'Bo'],
      }),
      battle('b-1', { sides: result('loss') }),
    ]);
    expect(
      await ask(`organizer { slug name } participants { nodes { name } } battles { nodes { id: battleId winnerName } }
        winner { rank name } standings { ... on Board { stage { stageId } } }`),
    ).toStrictEqual({
      organizer: { slug: 'northern-legion', name: 'Northern Legion' },
      participants: { nodes: [{ name: 'Ann' }, { name: 'Bo' }] },
      battles: { nodes: [{ id: 'b-1', winnerName: 'Bo' }] },
      winner: { rank: 1, name: 'Bo' },
      standings: { stage: { stageId: 'standings' } },
    });
  });

  test('has its winner once finished, whether or not the record names the final standings', async () => {
    const participants = [
      { name: 'Ann', finalPlacement: 2 },
      { name: 'Bo', finalPlacement: 1 },
    ];
    await load(db, [tournament({ status: 'finished', stages: [], participants })]);
    expect(await ask('winner { rank name }')).toStrictEqual({ winner: { rank: 1, name: 'Bo' } });
  });

  test('names everybody in first place as winners, and none if the best place is not the first', async () => {
    const placed = (...places: (number | null)[]) =>
      ['Cy', 'Ann', 'Bo'].map((name, at) => ({ name, finalPlacement: places[at] ?? null }));
    await load(db, [
      tournament({ status: 'finished', participants: placed(1, 3, 1) }),
      tournament({ slug: 'third', status: 'finished', participants: placed(4, 3, 5) }),
    ]);
    expect(await ask('winner { name } winners { rank name }')).toStrictEqual({
      winner: { name: 'Bo' },
      winners: [
        { rank: 1, name: 'Bo' },
        { rank: 1, name: 'Cy' },
      ],
    });
    expect(await ask('winner { name } winners { name }', 'third')).toStrictEqual({ winner: null, winners: [] });
  });

  test.each(['planned', 'ongoing'] as const)('has no winner while %s', async (status) => {
    await load(db, [
      tournament({ status, stages: [swiss(), standings()], participants: ['Ann', 'Bo'] }),
      battle('b-1', { sides: result('win') }),
    ]);
    expect(await ask('winner { name } winners { name }')).toStrictEqual({ winner: null, winners: [] });
  });

  test('has null standings, and its participants no board row, while it has no stages', async () => {
    await load(db, [tournament({ status: 'planned', stages: [], participants: ['Ann'] })]);
    expect(
      await ask('standings { __typename } winner { name } participants { nodes { boardRow { rank } } }'),
    ).toStrictEqual({ standings: null, winner: null, participants: { nodes: [{ boardRow: null }] } });
  });
});

describe('the list of tournaments', () => {
  const slugs = async (args = '') => {
    const { body } = await app.graphql(`{ tournaments${args} { nodes { slug } totalCount } }`);
    expect(body.errors).toBeUndefined();
    const { nodes, totalCount } = body.data.tournaments;
    expect(totalCount).toBe(nodes.length);
    return nodes.map(({ slug }: { slug: string }) => slug);
  };

  test('has the newest start date first; on the same day by slug, descending; no date comes last', async () => {
    await load(db, [
      tournament({ slug: 'undated-a' }),
      tournament({ slug: 'may-a', startDate: '2026-05-02' }),
      tournament({ slug: 'june', startDate: '2026-06-01' }),
      tournament({ slug: 'may-b', startDate: '2026-05-02' }),
      tournament({ slug: 'undated-b' }),
      tournament({ slug: 'old', startDate: '1999-12-31' }),
    ]);
    expect(await slugs()).toStrictEqual(['june', 'may-b', 'may-a', 'old', 'undated-b', 'undated-a']);
  });

  test('without a date range returns the most recent', async () => {
    await load(
      db,
      Array.from({ length: 25 }, (_, day) =>
        tournament({ slug: `day-${day + 1}`, startDate: `2026-05-${String(day + 1).padStart(2, '0')}` }),
      ),
    );
    const { body } = await app.graphql('{ tournaments { nodes { slug } } }');
    expect(body.data.tournaments.nodes.map(({ slug }: { slug: string }) => slug)).toStrictEqual(
      Array.from({ length: 20 }, (_, index) => `day-${25 - index}`),
    );
  });

  test('holds published ones only, and of one status when asked', async () => {
    await load(db, [
      tournament({ slug: 'planned', status: 'planned' }),
      tournament({ slug: 'ongoing', status: 'ongoing' }),
      tournament({ slug: 'finished', status: 'finished' }),
      tournament({ slug: 'hidden', status: 'finished', published: false }),
    ]);
    expect(await slugs()).toStrictEqual(['planned', 'ongoing', 'finished']);
    for (const status of ['planned', 'ongoing', 'finished']) {
      expect(await slugs(`(status: ${status})`)).toStrictEqual([status]);
    }
  });
});
