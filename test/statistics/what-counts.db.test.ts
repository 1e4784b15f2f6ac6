// What counts in a figure where the words of the method alone would leave a choice.

import type { BattleRecord, BundleRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { beforeEach, describe, expect, test } from 'vitest';
import { examine } from '../../src/db/doctor.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { recomputeNow } from '../support/ratings.js';
import { soon } from '../support/soon.js';
import { statementsOf } from '../support/statements.js';
import { battle, club, load, player, result, tournament } from '../support/world.js';

const db = await openTestDb();
let app: TestApp;
async function startAgain() {
  await emptyDb(db);
  app = await createTestApp(db);
}
beforeEach(startAgain);

const [ASH, TIDE] = ['Ashen Choir', 'Tidewrought'];
const PLAYERS = ['ann', 'bo'];

async function ask(fields: string, args = '') {
  const { body } = await app.graphql(`{ statistics${args} { ${fields} } }`);
  expect(body.errors).toBeUndefined();
  return body.data.statistics;
}

async function describedIn(type: string): Promise<Record<string, string>> {
  const { body } = await app.graphql(`{ __type(name: "${type}") { fields { name description } } }`);
  const fields: { name: string; description: string }[] = body.data.__type.fields;
  return Object.fromEntries(fields.map(({ name, description }) => [name, description]));
}

/** Ann beats Bo each month from January on, but for the last one, which is drawn. */
const months = (count: number): BundleRecord[] => [
  ...PLAYERS.map((id) => player(id)),
  ...Array.from({ length: count }, (_, at) => [
    tournament({
      slug: `t-${at}`,
      startDate: `2026-0${at + 1}-10`,
      participants: PLAYERS.map((playerId) => ({ playerId })),
    }),
    battle(`b-${at}`, {
      tournament: `t-${at}`,
      sides: result(at === count - 1 ? 'draw' : 'win', [{ faction: ASH }, { faction: TIDE }]),
    }),
  ]).flat(),
];

test('above expectation a draw is a half however draws count in win rates, and the field says so', async () => {
  await load(db, months(3));
  await recomputeNow(db);
  const of = (draws: string) =>
    ask('factions { aboveExpectation { value n } winRate { value n } }', `(draws: ${draws})`);
  const [half, zero, omit] = [await of('HALF'), await of('ZERO'), await of('OMIT')];
  type Rated = { aboveExpectation: { n: number }; winRate: { n: number } };
  const above = ({ factions }: { factions: Rated[] }) => factions.map(({ aboveExpectation }) => aboveExpectation);
  expect(above(half).map(({ n }) => n)).toStrictEqual([3, 3]);
  expect([above(zero), above(omit)]).toStrictEqual([above(half), above(half)]);
  expect(omit.factions.map(({ winRate }: Rated) => winRate.n)).toStrictEqual([2, 2]);
  expect((await describedIn('FactionStatistics')).aboveExpectation).toContain('A draw is a half here');
  expect((await describedIn('Matchup')).aboveExpectation).toContain('A draw is a half here');
});

test('all players are those whose faction is known: the shares add up to 1, and the fields say so', async () => {
  await load(db, [
    tournament({ participants: ['Ann', 'Bo', 'Cy', 'Di'] }),
    battle('b-1', { sides: result('win', [{ faction: ASH }, { faction: TIDE }]) }),
    battle('b-2', { sides: result('win', [{ entry: 3 }, { entry: 4, faction: TIDE }]) }),
  ]);
  const { players, factions } = await ask('players factions { share { value n } }');
  expect(players).toBe(3);
  expect(factions).toStrictEqual([{ share: { value: 0.333333, n: 3 } }, { share: { value: 0.666667, n: 3 } }]);
  expect((await describedIn('Statistics')).players).toContain('whose faction is known');
  for (const type of ['FactionStatistics', 'MonthStatistics']) {
    expect((await describedIn(type)).share).toContain('all players whose faction is known');
  }
});

describe('by rating', () => {
  test('months are those with a battle that is left', async () => {
    await load(db, months(4));
    await recomputeNow(db);
    const of = async (args: string) => {
      const { factions } = await ask('factions { months { month winRate { n } } }', args);
      return factions[0].months;
    };
    expect((await of('')).map(({ month }: { month: string }) => month)).toHaveLength(4);
    // Both begin at 1500; then Ann is above it and Bo below.
    expect(await of('(minRating: 1500)')).toStrictEqual([{ month: '2026-01', winRate: { n: 1 } }]);
  });

  test('a rating counts with its decimals: at most 1500 is not 1500.9', async () => {
    await load(db, months(2));
    await recomputeNow(db);
    const row = await db.prisma.rating.findFirstOrThrow({ where: { playerId: 'ann' }, orderBy: { week: 'asc' } });
    const whole = Math.floor(row.value);
    expect(row.value).toBeGreaterThan(whole);
    const battlesAtMost = async (maxRating: number) => (await ask('battles', `(maxRating: ${maxRating})`)).battles;
    // The first battle was between newcomers at 1500, the second one of Ann at more than the whole number.
    expect(await battlesAtMost(whole)).toBe(1);
    expect(await battlesAtMost(whole + 1)).toBe(2);
  });
});

describe('a faction without a record', () => {
  const named = async () => (await app.graphql('{ factions { nodes { slug name } } }')).body.data.factions.nodes;
  const event = (slug: string, first: string, second: string): BundleRecord[] => [
    tournament({ slug, participants: ['Ann', 'Bo'] }),
    battle(`b-${slug}`, { tournament: slug, sides: result('win', [{ faction: first }, { faction: second }]) }),
  ];

  test('is another one with another sign that is part of its name, and the same however its words are separated', async () => {
    await load(db, [
      ...event('t-1', 'C++', 'C#'),
      ...event('t-2', 'C', 'Storm-Hide'),
      ...event('t-3', 'c#', 'Storm Hide'),
    ]);
    expect(await named()).toStrictEqual([
      { slug: 'c', name: 'C' },
      { slug: expect.stringMatching(/^c-[0-9a-f]{8}$/), name: 'C#' },
      { slug: expect.stringMatching(/^c-[0-9a-f]{8}$/), name: 'C++' },
      { slug: 'storm-hide', name: 'Storm Hide' },
    ]);
    const { matchups } = await ask('matchups(faction: "storm-hide") { opponent { name } battleCount }');
    expect(matchups).toStrictEqual([
      { opponent: { name: 'C' }, battleCount: 1 },
      { opponent: { name: 'C#' }, battleCount: 1 },
    ]);
  });

  test('has the same name in whatever order it was loaded: one with capitals and small letters', async () => {
    const spellings = ['ORKS', 'Orks', 'orks', 'OrKs'];
    for (const order of [spellings, spellings.toReversed(), ['orks', 'OrKs', 'ORKS', 'Orks']]) {
      await startAgain();
      for (const [at, name] of order.entries()) await load(db, event(`t-${at}`, name, 'Tide-Wrought'));
      expect(await named()).toStrictEqual([
        { slug: 'orks', name: 'OrKs' },
        { slug: 'tide-wrought', name: 'Tide-Wrought' },
      ]);
      const { matchups } = await ask('matchups(faction: "orks") { battleCount }');
      expect(matchups).toStrictEqual([{ battleCount: 4 }]);
    }
  });
});

test('what a filter finds is a faction, also where no figure counts it, until nothing public has it', async () => {
  const names = ['Ashen Choir', 'Gloomspite', 'Storm Hide', 'Tidewrought'];
  const record = (rest: Partial<TournamentRecord> = {}) =>
    tournament({ participants: [{ name: 'Ann', list: { faction: ASH } }, 'Bo'], ...rest });
  const won = (id: string, faction: string, rest: Partial<BattleRecord> = {}) =>
    battle(id, { sides: result('win', [{ faction }, {}]), ...rest });
  await load(db, [
    record(),
    won('b-1', TIDE),
    battle('b-2', { sides: [{ entry: 1, faction: 'Storm Hide' }, { entry: 2 }] }),
    won('b-3', 'Never', { archived: true }),
    tournament({ slug: 'planned', status: 'planned', participants: [{ name: 'Cy', list: { faction: 'Gloomspite' } }] }),
  ]);
  const found = async (faction: string) => {
    const slug = faction.toLowerCase().replace(' ', '-');
    const { body } = await app.graphql(
      `{ tournaments(faction: "${faction}") { totalCount } faction(slug: "${slug}") { name } }`,
    );
    return [body.data.tournaments.totalCount, body.data.faction?.name, (await app.get(`/factions/${slug}`)).status];
  };
  const all = async () => (await app.graphql('{ factions { nodes { name } } }')).body.data.factions.nodes;
  expect(await all()).toStrictEqual(names.map((name) => ({ name })));
  for (const name of names) expect(await found(name)).toStrictEqual([1, name, 200]);
  expect(await found('Never')).toStrictEqual([0, undefined, 404]);
  const sides = `{ battle(id: "b-1") { players { faction knownFaction { slug } } } }`;
  expect((await app.graphql(sides)).body.data.battle.players).toStrictEqual([
    { faction: TIDE, knownFaction: { slug: 'tidewrought' } },
    { faction: null, knownFaction: null },
  ]);
  expect((await examine(db, false)).findings).toStrictEqual([]);
  await load(db, [record({ published: false })]);
  expect(await all()).toStrictEqual([{ name: 'Gloomspite' }]);
});

test('a faction is one whatever its case and white space, with and without a record; battles keep what was recorded', async () => {
  const spellings = ['Iron Orks', 'IRON ORKS', ' iron  orks ', 'Iron\u00a0Orks'];
  const met = ['C++', 'c++ ', 'Tide', ' TIDE'];
  await load(db, [
    club(),
    ...PLAYERS.map((id) => player(id)),
    { type: 'faction', slug: 'tidewrought', name: 'Tide' },
    tournament({ club: 'northern-legion', participants: PLAYERS.map((playerId) => ({ playerId })) }),
    tournament({
      slug: 'autumn-clash',
      participants: spellings.map((own, at) => ({ name: `Player ${at}`, list: { faction: own } })),
    }),
    ...spellings.map((own, at) =>
      battle(`b-${at}`, { sides: result('win', [{ faction: own }, { faction: met[at] ?? null }]) }),
    ),
  ]);
  const { factions, matchups } = await ask(
    'factions { faction { slug name } winRate { n } } matchups(faction: "iron-orks") { opponent { name } battleCount }',
  );
  expect(factions).toStrictEqual([
    { faction: { slug: expect.stringMatching(/^c-[0-9a-f]{8}$/), name: 'C++' }, winRate: { n: 2 } },
    { faction: { slug: 'iron-orks', name: 'Iron Orks' }, winRate: { n: 4 } },
    { faction: { slug: 'tidewrought', name: 'Tide' }, winRate: { n: 2 } },
  ]);
  expect(matchups).toStrictEqual([
    { opponent: { name: 'C++' }, battleCount: 2 },
    { opponent: { name: 'Tide' }, battleCount: 2 },
  ]);
  for (const spelling of spellings) {
    const called = `faction: ${JSON.stringify(spelling)}`;
    const { body } = await app.graphql(`{
      tournaments(${called}) { totalCount } players(${called}) { totalCount }
      ${['tournament: "spring-clash"', 'club: "northern-legion"', 'player: "ann"'].map((of, at) => `of${at}: battles(${of}, ${called}) { totalCount }`).join(' ')}
    }`);
    const four = { totalCount: 4 };
    expect(body.data).toStrictEqual({
      ...{ tournaments: { totalCount: 2 }, players: { totalCount: 1 } },
      ...{ of0: four, of1: four, of2: four },
    });
  }
  const rest = await (await app.get('/api/v1/tournaments/spring-clash/battles')).json();
  const recorded = rest.data.map(({ players }: { players: { faction: string }[] }) => players[0]?.faction);
  expect(recorded.toSorted()).toStrictEqual(spellings.toSorted());
  const textOf = async (path: string) => (await (await app.get(path)).text()).replace(/<[^>]*>/g, '|');
  expect(await textOf('/players/ann')).toMatch(/Factions played.*\|Iron Orks[|\s]+4\| battles with Iron Orks\|/s);
  expect(await textOf('/tournaments/autumn-clash')).toMatch(
    /Armies by faction, 4 of 4 players[|\s]*1 faction, 4 players: [|\s]*Iron Orks\|/,
  );
});

describe('players who come again', () => {
  const RATE = 'winRate { value n events byEvent { low high } byPlayer { low high } interval { low high } reliable }';
  /** Six events with the same players, of whom one always wins with the first faction and the other always loses. */
  const regulars = ['ann', 'bo', 'cy', 'di'];
  const season: BundleRecord[] = [
    ...regulars.map((id) => player(id)),
    ...Array.from({ length: 6 }, (_, at) => [
      tournament({
        slug: `t-${at}`,
        startDate: `2026-0${at + 1}-10`,
        participants: regulars.map((playerId) => ({ playerId })),
      }),
      ...[1, 2].flatMap((round) => [
        battle(`w-${at}-${round}`, {
          tournament: `t-${at}`,
          round,
          sides: result('win', [
            { entry: 1, faction: ASH },
            { entry: 3, faction: TIDE },
          ]),
        }),
        battle(`l-${at}-${round}`, {
          tournament: `t-${at}`,
          round,
          sides: result('loss', [
            { entry: 2, faction: ASH },
            { entry: 4, faction: TIDE },
          ]),
        }),
      ]),
    ]).flat(),
  ];

  test('the interval is of players as well as of events, with and without a rating', async () => {
    await load(db, season);
    await recomputeNow(db);
    const fields = `factions { ${RATE} } matchups { ${RATE} }`;
    const found = await ask(fields);
    const everything = { low: 0, high: 1 };
    expect(found.factions[0].winRate).toStrictEqual({
      ...{ value: 0.5, n: 24, events: 6, byEvent: { low: 0.5, high: 0.5 } },
      // Two players: one degree of freedom.
      ...{ byPlayer: everything, interval: everything, reliable: false },
    });
    expect(found.matchups[0].winRate).toStrictEqual(found.factions[0].winRate);
    expect(await ask(fields, '(minRating: 400)')).toStrictEqual(found);
  });

  test('another player of the same results has other intervals: what was remembered is worked out anew', async () => {
    await load(db, season);
    const remembering = await createTestApp(db, { remember: true });
    const takes = async () =>
      (await statementsOf(async () => void (await remembering.get('/api/v1/statistics/factions')))).length;
    await soon(async () => expect(await takes()).toBe(0));
    const participants = ['eve', 'bo', 'cy', 'di'].map((playerId) => ({ playerId }));
    await load(db, [player('eve'), tournament({ slug: 't-0', startDate: '2026-01-10', participants })]);
    await soon(async () => expect(await takes()).toBeGreaterThan(0));
  });
});
