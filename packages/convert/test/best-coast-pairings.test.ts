import { describe, expect, test } from 'vitest';
import { bestCoastPairings } from '../src/best-coast-pairings/best-coast-pairings.js';
import { convertOne, file, inWords, problemsOf } from './support/convert.js';

// In the forms that readers of these files describe; the people and the event are made up.
const FLAT = {
  id: 'E1',
  name: 'Harbour GT',
  eventDate: '2026-03-07T09:00:00.000Z',
  eventEndDate: '2026-03-08T18:00:00.000Z',
  numberOfRounds: 5,
  city: 'Hull',
  country: 'United Kingdom',
  ended: true,
  teamEvent: false,
};
const NESTED = {
  id: 'E1',
  name: 'Harbour GT',
  dates: { start: '2026-03-07T09:00:00.000Z', end: '2026-03-08T18:00:00.000Z' },
  location: { city: 'Hull', country: 'United Kingdom' },
  status: { numberOfRounds: 5, started: true, ended: true },
  playerCounts: { total: 3 },
  format: { teamEvent: false },
};

const player = (id: string, rest: object = {}) => ({
  id,
  eventId: 'E1',
  userId: `u-${id}`,
  user: { id: `u-${id}`, firstName: id, lastName: 'Test' },
  faction: { id: 'f', name: 'Skaven' },
  team: { id: 't', name: 'Hull Raiders' },
  teamPlayerId: 'pod-7',
  ...rest,
});
const pairing = (id: string, rest: object = {}) => ({
  id,
  eventId: 'E1',
  round: 1,
  table: 1,
  isDone: true,
  pairingType: 'Pairing',
  player1: player('Ann'),
  player2: player('Bo'),
  player1Game: { id: 'g1', result: 2, points: 88 },
  player2Game: { id: 'g2', result: 0, points: 61 },
  ...rest,
});

const event = (value: object = FLAT) => file('event.json', value);
const players = (...all: object[]) => file('players.json', { active: all, deleted: [] });
const pairings = (...all: object[]) => file('pairings.json', { active: all, deleted: [] });
const both = [player('Ann'), player('Bo')];

describe('forms', () => {
  test.each<[string, (items: object[]) => object]>([
    ['{ active, deleted }', (items) => ({ active: items, deleted: [{ id: 'gone' }] })],
    ['{ data }', (items) => ({ data: items, nextKey: null })],
    ['a bare array', (items) => items],
    ['an object with numbers for keys', (items) => Object.fromEntries(items.entries())],
  ])('%s is an envelope', (_form, wrap) => {
    const files = [event(), file('players.json', wrap(both)), file('round-1.json', wrap([pairing('P1')]))];
    expect(inWords(convertOne(bestCoastPairings, files))).toStrictEqual(['1 Ann Test 88 win – Bo Test 61 loss']);
  });

  test.each([
    ['flat', FLAT],
    ['in parts', NESTED],
  ])('an event is %s', (_form, value) => {
    const { tournament } = convertOne(bestCoastPairings, [event(value), players(...both)]);
    expect(tournament).toMatchObject({
      slug: 'bcp-E1',
      status: 'finished',
      startDate: '2026-03-07',
      endDate: '2026-03-08',
      city: 'Hull',
      country: 'United Kingdom',
      stages: [{ rounds: 5 }],
      provenance: { source: 'best-coast-pairings', sourceId: 'E1' },
    });
  });

  test('the form of 2022 has names, armies and games at other places', () => {
    const old = (name: string, gameResult: number, gamePoints: number) => ({
      objectId: `r-${name}`,
      userId: `u-${name}`,
      firstName: name,
      lastName: 'Test',
      army: 'Catachan Jungle Fighters',
      parentArmy: 'Astra Militarum',
      game: { gameResult, gamePoints },
    });
    const one = {
      pairingType: 'Pairing',
      isDone: true,
      objectId: 'P1',
      eventId: 'E1',
      round: 8,
      player1: old('Ann', 2, 73),
      player2: old('Bo', 0, 58),
    };
    const converted = convertOne(bestCoastPairings, [event(), file('pairings.json', { 0: one })]);
    expect(inWords(converted)).toStrictEqual(['8 Ann Test 73 win – Bo Test 58 loss']);
    expect(converted.battles[0]?.sides[0]).toMatchObject({
      faction: 'Astra Militarum',
      subFaction: 'Catachan Jungle Fighters',
    });
  });
});

describe('traps', () => {
  test('of scores that disagree, the one that organisers corrected counts, and it is said', () => {
    const corrected = player('Ann', { total_games: [{ gameNum: 1, gamePoints: 60, gameResult: 0 }] });
    const other = player('Bo', { total_games: [{ gameNum: 1, gamePoints: 61, gameResult: 2 }] });
    const converted = convertOne(bestCoastPairings, [event(), players(corrected, other), pairings(pairing('P1'))]);
    expect(inWords(converted)).toStrictEqual(['1 Ann Test 60 loss – Bo Test 61 win']);
    expect(converted.tournament.provenance?.guessed).toContain(
      "scores as in the players' own rows, where pairings say otherwise",
    );
  });

  test('a score is looked for in the games, then in the metadata, then in the rows of the players', () => {
    const none = { player1Game: null, player2Game: null };
    const meta = { 'p1-gamePoints': '40', 'p2-gamePoints': 40, 'p1-gameResult': 1, 'p2-gameResult': '1' };
    const rows = both.map((one, at) => ({ ...one, games: [{ gameNum: 2, gamePoints: 10 + at, gameResult: at * 2 }] }));
    const all = pairings(pairing('P1', { ...none, metaData: meta }), pairing('P2', { ...none, round: 2 }));
    expect(inWords(convertOne(bestCoastPairings, [event(), players(...rows), all]))).toStrictEqual([
      '1 Ann Test 40 draw – Bo Test 40 draw',
      '2 Ann Test 10 loss – Bo Test 11 win',
    ]);
  });

  test('0–0 with results 0 and 0 was not played, and a bye is no battle but a round of its player', () => {
    const zero = { result: 0, points: 0 };
    const all = pairings(
      pairing('P1', { player1Game: zero, player2Game: zero }),
      pairing('P2', { player2: null, player2Game: null, player1Game: { result: 2, points: 60 } }),
      pairing('P3', {
        round: 2,
        player1: { id: 'x', firstName: 'BYE', lastName: '' },
        player1Game: null,
        player2Game: null,
      }),
    );
    const { battles, tournament } = convertOne(bestCoastPairings, [event(), players(...both), all]);
    expect(battles).toStrictEqual([]);
    expect(tournament.provenance?.missing).toStrictEqual(['pairings that were not played: 1']);
    const bye = { stage: 'swiss', kind: 'bye', victoryPoints: null };
    expect(tournament.participants?.map(({ unplayed }) => unplayed)).toStrictEqual([
      [{ ...bye, round: 1, outcome: 'win', battlePoints: 60 }],
      [{ ...bye, round: 2, outcome: 'win', battlePoints: null }],
    ]);
  });

  test('a pairing of a running event that was not played yet is a battle without a result', () => {
    const zero = { result: 0, points: 0 };
    const running = { ...FLAT, ended: false, started: true };
    const all = pairings(pairing('P1', { isDone: false, player1Game: zero, player2Game: zero }));
    expect(inWords(convertOne(bestCoastPairings, [event(running), players(...both), all]))).toStrictEqual([
      '1 Ann Test null null – Bo Test null null',
    ]);
  });

  test('an event that has not ended is not taken for finished, whether or not the file says that it has started', () => {
    const { ended: _, ...silent } = FLAT;
    const statusOf = (value: object, ...rest: object[]) => {
      const { tournament } = convertOne(bestCoastPairings, [event(value), players(...both), pairings(...rest)]);
      return [tournament.status, tournament.provenance?.guessed[0]];
    };
    expect(statusOf({ ...FLAT, ended: false }, pairing('P1'))).toStrictEqual([
      'ongoing',
      'that it is being played, as it has not ended',
    ]);
    expect(statusOf({ ...FLAT, ended: false })).toStrictEqual([
      'planned',
      'that it is yet to be played, as it has not ended',
    ]);
    expect(statusOf(silent, pairing('P1'))).toStrictEqual([
      'ongoing',
      'that it is being played, as rounds are missing',
    ]);
    expect(statusOf({ ...silent, numberOfRounds: 1 }, pairing('P1'))[0]).toBe('finished');
    const stated = { stated: { status: 'finished' as const } };
    const files = [event({ ...FLAT, ended: false }), players(...both), pairings(pairing('P1'))];
    const { tournament } = convertOne(bestCoastPairings, files, stated);
    expect(tournament.provenance?.guessed.join()).not.toContain('it is being played');
  });

  test('a player called BYE is nobody, also where a pairing has no more than its id', () => {
    const dummy = player('D', { user: null, userId: null, firstName: 'BYE', lastName: '' });
    const alone = pairing('P1', { player2: null, player2Id: 'D', player2Game: null });
    const { tournament, battles } = convertOne(bestCoastPairings, [event(), players(dummy, ...both), pairings(alone)]);
    expect(battles).toStrictEqual([]);
    expect(tournament.participants?.map(({ playerId, unplayed }) => `${playerId} ${unplayed?.length}`)).toStrictEqual([
      ...['bcp:u-Ann 1', 'bcp:u-Bo 0'],
    ]);
  });

  test('players who are left out of the placings are found in the pairings', () => {
    const { tournament } = convertOne(bestCoastPairings, [event(), players(player('Ann')), pairings(pairing('P1'))]);
    expect(tournament.participants?.map(({ playerId }) => playerId)).toStrictEqual(['bcp:u-Ann', 'bcp:u-Bo']);
  });

  test('the club is the team, not the seating of a round, and a place set by hand counts', () => {
    const ann = player('Ann', { placing: 3, manualPlacing: 1, metrics: [{ name: 'placing', value: 4 }] });
    const bo = player('Bo', { metrics: [{ name: 'placing', value: 2 }], team: null });
    const { tournament } = convertOne(bestCoastPairings, [event(), players(ann, bo), pairings(pairing('P1'))]);
    expect(tournament.participants?.map(({ club, finalPlacement }) => `${club} ${finalPlacement}`)).toStrictEqual([
      ...['hull-raiders 1', 'null 2'],
    ]);
  });

  test('of a team event the team is a team and no club; its matches follow from the battles', () => {
    const { tournament, battles, records } = convertOne(bestCoastPairings, [
      event({ ...FLAT, teamEvent: true }),
      players(player('Ann'), player('Bo', { team: { id: 'u', name: 'Leeds Lances' } })),
      pairings(pairing('P1'), pairing('T1', { pairingType: 'TeamPairing' })),
    ]);
    expect(tournament.participants?.map(({ club, team }) => `${club} ${team}`)).toStrictEqual([
      ...['null Hull Raiders', 'null Leeds Lances'],
    ]);
    expect(tournament.teams?.map(({ name }) => name)).toStrictEqual(['Hull Raiders', 'Leeds Lances']);
    expect([battles.length, records.filter(({ type }) => type === 'club').length]).toStrictEqual([1, 0]);
  });

  test('a round that was saved twice is told once, and only by ids of pairings', () => {
    const again = pairing('P1', { player1Game: { result: 2, points: 90 } });
    const converted = convertOne(bestCoastPairings, [
      event(),
      pairings(pairing('P1')),
      file('again.json', { data: [again] }),
    ]);
    expect(inWords(converted)).toStrictEqual(['1 Ann Test 90 win – Bo Test 61 loss']);
  });
});

test('a list goes to its player, with its text as it is', () => {
  const list = { armyListText: 'Skaven\n2000 points', playerId: 'Ann', eventId: 'E1', archived: false };
  const { tournament } = convertOne(bestCoastPairings, [event(), players(...both), file('list.json', list)]);
  expect(tournament.participants?.[0]?.list).toMatchObject({ faction: 'Skaven', text: 'Skaven\n2000 points' });
});

test('files that are something else, and pairings without their event, are refused with their names', () => {
  expect(problemsOf(bestCoastPairings, [pairings(pairing('P1')), file('x.json', { a: 1 })])).toStrictEqual([
    'x.json: is nothing that Best Coast Pairings answers: neither an event, nor players, pairings or a list',
    'pairings.json: is of the event E1; give the file with that event as well, or --set name="…" and --set slug=…',
  ]);
});
