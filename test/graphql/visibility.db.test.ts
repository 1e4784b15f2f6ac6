import { beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/config.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, club, knockout, load, player, result, standings, swiss, tournament } from '../support/world.js';

/** The same event twice, distinguished by a word in everything that belongs to it; only `open` is published. */
const event = (word: 'open' | 'secret', published: boolean) => [
  tournament({
    slug: `${word}-clash`,
    name: `The ${word} clash`,
    published,
    status: 'finished',
    startDate: '2026-05-02',
    club: 'northern-legion',
    organizers: ['p-1'],
    stages: [swiss({ name: `The ${word} rounds` }), knockout(), standings()],
    participants: [{ playerId: 'p-1', club: 'northern-legion' }, { playerId: 'p-2' }, `A ${word} participant`],
    bracketMatches: [
      { stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2], battle: `${word}-final` },
    ],
  }),
  battle(`${word}-1`, { tournament: `${word}-clash`, date: '2026-05-02', sides: result('win') }),
  battle(`${word}-final`, { tournament: `${word}-clash`, stage: 'knockout', sides: result('win') }),
  battle(`${word}-2`, { tournament: `${word}-clash`, round: 2, sides: result('win', [{}, { entry: 3 }]) }),
];
const db = await openTestDb();
await load(db, [club(), player('p-1'), player('p-2'), ...event('open', true), ...event('secret', false)]);
// Some documents here select everything that could leak something.
const app = await createTestApp(db, { config: { limits: { ...LIMITS, cost: 1_000_000 } } });

const page = (selection: string) => `(first: 5) { totalCount nextCursor nodes { ${selection} } }`;
const BATTLE = 'id: battleId winnerName tournamentSlug tournament { slug name } stage { name }';
const SIGN_UP = 'name tournament { slug name } boardRow { name battles }';
const WALK = `{
  tournaments${page(`slug name organizer { slug } participants${page(SIGN_UP)}`)}
  clubs${page(`slug tournaments${page('slug name')}`)}
  club(slug: "northern-legion") {
    tournaments${page(`slug name stages { name }`)}
    battles${page(`${BATTLE} players { participant { ${SIGN_UP} } }`)}
  }
  player(id: "p-1") {
    battles${page(BATTLE)}
    participations${page(SIGN_UP)}
    opponents { playerId battles wins }
  }
  battle(id: "open-1") {
    tournament { slug name }
    stage { name }
    players { player { battles${page(BATTLE)} participations${page(SIGN_UP)} opponents { battles wins } } }
  }
  standings(tournament: "open-clash", stage: "knockout") {
    ... on Bracket { matches { battle { ${BATTLE} } players { player { participations${page(SIGN_UP)} } } } }
  }
}`;

describe('an unpublished tournament', () => {
  const secret = (from: string) => from.replaceAll('open', 'secret');
  let walked: string;
  beforeAll(async () => {
    const { status, body } = await app.graphql(WALK);
    expect([status, body.errors]).toStrictEqual([200, undefined]);
    walked = JSON.stringify(body.data);
  });

  test.each(['open-clash', 'The open clash', 'The open rounds', 'open-1', 'open-final'])(
    'is reached from no relation, nor anything that belongs to it: %s is found, its like is not',
    (published) => {
      expect(walked).toContain(published);
      expect(walked).not.toContain(secret(published));
    },
  );

  test('counts nowhere: neither in totals, nor in records against opponents, nor on boards', async () => {
    const { body } = await app.graphql(`{
      tournaments { totalCount }
      club(slug: "northern-legion") { tournaments { totalCount } battles { totalCount } }
      player(id: "p-1") { battles { totalCount } participations { totalCount } opponents { battles wins } }
    }`);
    expect(body.data).toStrictEqual({
      tournaments: { totalCount: 1 },
      club: { tournaments: { totalCount: 1 }, battles: { totalCount: 3 } },
      player: {
        battles: { totalCount: 3 },
        participations: { totalCount: 1 },
        opponents: [{ battles: 2, wins: 2 }],
      },
    });
  });

  test('is there in all of these once it is published', async () => {
    await db.sql.query(`UPDATE "tournament" SET "published" = true WHERE "slug" = 'secret-clash'`);
    const { body } = await app.graphql(WALK);
    await db.sql.query(`UPDATE "tournament" SET "published" = false WHERE "slug" = 'secret-clash'`);
    for (const word of ['secret-clash', 'The secret clash', 'The secret rounds', 'secret-1', 'secret-final']) {
      expect(JSON.stringify(body.data)).toContain(word);
    }
  });
});

describe('what cannot be seen is answered exactly as what does not exist', () => {
  const answer = async (query: string, key: string) => {
    const response = await app.post({ query, variables: { key } });
    return { status: response.status, headers: [...response.headers], text: await response.text() };
  };

  test.each([
    ['tournament', 'query ($key: String!) { tournament(slug: $key) { name } }', 'secret-clash', 'open-clash'],
    ['standings', 'query ($key: String!) { standings(tournament: $key) { __typename } }', 'secret-clash', 'open-clash'],
    [
      'standings of a stage it does not have',
      'query ($key: String!) { standings(tournament: $key, stage: "x") { __typename } }',
      'secret-clash',
      'open-clash',
    ],
    ['battle', 'query ($key: ID!) { battle(id: $key) { id } }', 'secret-1', 'open-1'],
  ])('%s', async (_, query, hidden, published) => {
    const unknown = await answer(query, 'nowhere');
    expect(unknown.status).toBe(404);
    expect(unknown.text).not.toContain('nowhere');
    expect(await answer(query, hidden)).toStrictEqual(unknown);
    expect((await answer(query, published)).text).not.toBe(unknown.text);
  });
});
