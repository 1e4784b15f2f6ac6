import { describe, expect, test } from 'vitest';
import { convert } from '../src/convert.js';
import { newRecruit } from '../src/new-recruit/new-recruit.js';
import { asked, convertOne, file, inWords, problemsOf } from './support/convert.js';

// In the form of the documented answers; the people and the event are made up.
const event = (rest: object = {}) =>
  file('tournament.json', {
    _id: 'e1',
    name: 'Summer Clash',
    type: 0,
    visibility: 0,
    showlists: true,
    teams: [
      { name: 'anax', players: [{ name: 'anax', lists: ['Ann (anax) - Ogre Khans\n650 - Great Khan'] }] },
      { name: ' bo', players: [] },
      { name: 'cy', players: [] },
    ],
    ...rest,
  });

const player = (name: string, rest: object = {}) => ({
  name,
  alias: `Somebody (${name})`,
  id_member: `m-${name}`,
  id_participant: `x-${name}`,
  id_book: 3,
  exported_list: '',
  ...rest,
});

/** The newer form of scoring; the older one has `score`, `primary` and `drawRange`. */
const NEWER = {
  points: [
    { short: 'VP', main: false },
    { short: 'BPObj', main: true },
  ],
  winConditions: [
    { operation: 'difference', comparison: '>=', value: 3, action: 'win', pointType: 'BPObj', oppPointType: 'BPObj' },
    { operation: 'difference', comparison: '<=', value: -3, action: 'loss', pointType: 'BPObj', oppPointType: 'BPObj' },
  ],
};
const STRANGE = { ...NEWER, winConditions: [{ ...NEWER.winConditions[0], comparison: 'constructor' }] };
const OLDER = { score: { VP: {}, BP: {} }, primary: 'BP', drawRange: 1 };

const report = (id: string, rest: object = {}) => ({
  _id: id,
  id_match: `match-${id}`,
  id_tourny: 'e1',
  date: '2025-08-03T10:04:03.537Z',
  round: 1,
  first_turn: -1,
  setup: {},
  scoring: NEWER,
  score: [
    { VP: 1659, BPObj: 16, Obj: 1 },
    { VP: 1097, BPObj: 4, Obj: null },
  ],
  players: [player('anax'), player('bo')],
  ignore_stats: false,
  ...rest,
});
const reports = (...all: object[]) => file('games.json', all);

test('an event and its reports are a tournament: entries in the order of teams, players by member', () => {
  const converted = convertOne(newRecruit, [event(), reports(report('r1'))]);
  const { tournament, battles, records } = converted;
  expect(tournament).toMatchObject({
    slug: 'nr-e1',
    name: 'Summer Clash',
    startDate: '2025-08-03',
    provenance: {
      source: 'new-recruit',
      sourceId: 'e1',
      sha256: [expect.stringMatching(/^[0-9a-f]{64}$/), expect.anything()],
    },
  });
  expect(tournament.participants?.map(({ entry, playerId, name }) => `${entry} ${playerId} ${name}`)).toStrictEqual([
    ...['1 nr:m-anax null', '2 nr:m-bo null', '3 null cy'],
  ]);
  expect(tournament.participants?.[0]?.list?.faction).toBe('Ogre Khans');
  expect(records.filter(({ type }) => type === 'player')).toMatchObject([{ name: 'anax' }, { name: 'bo' }]);
  expect(inWords(converted)).toStrictEqual(['1 anax 16 win – bo 4 loss']);
  expect(battles[0]).toMatchObject({ id: 'nr-r1', sides: [{ victoryPoints: 1659 }, { victoryPoints: 1097 }] });
});

test('lists that it does not show are hidden until it does, and it is said', () => {
  const listsOf = (showlists: unknown, stated = {}) => {
    const { tournament, notes } = convertOne(newRecruit, [event({ showlists })], { stated });
    return [tournament.listsFrom, notes?.told().filter((told) => told.startsWith('hidden'))];
  };
  const said = ['hidden: army lists, as New Recruit does not show them; show them with publish --lists'];
  expect(listsOf(false)).toStrictEqual(['never', said]);
  expect(listsOf(false, { listsFrom: null })).toStrictEqual([null, []]);
  expect(listsOf(true)).toStrictEqual([null, []]);
  expect(listsOf(undefined)).toStrictEqual([undefined, []]);
});

describe('traps', () => {
  test('a round that is missing is said, and not guessed', () => {
    const all = reports(report('r1'), report('r2', { round: undefined }));
    const { battles, tournament } = convertOne(newRecruit, [event(), all]);
    expect(battles.map(({ round }) => round)).toStrictEqual([1, null]);
    expect(tournament.provenance?.missing).toContain('rounds of battles: 1');
    expect(tournament.provenance?.guessed).toContain('the number of rounds');
  });

  test.each([
    ['a difference within the draw range of the older form', OLDER, { BP: 10 }, { BP: 9 }, 'draw'],
    ['one beyond it', OLDER, { BP: 11 }, { BP: 9 }, 'win'],
    ['one below the win condition of the newer form', NEWER, { BPObj: 11 }, { BPObj: 9 }, 'draw'],
    ['one that meets it', NEWER, { BPObj: 8 }, { BPObj: 12 }, 'loss'],
    ['a comparison that is not known', STRANGE, { BPObj: 8 }, { BPObj: 12 }, 'loss'],
    ['a score that is null', NEWER, { BPObj: null }, { BPObj: 12 }, null],
  ])('%s', (_what, scoring, one, two, outcome) => {
    const { battles } = convertOne(newRecruit, [event(), reports(report('r1', { scoring, score: [one, two] }))]);
    expect(battles[0]?.sides.map((side) => side.outcome)).toStrictEqual([
      outcome,
      outcome === 'win' ? 'loss' : outcome === 'loss' ? 'win' : outcome,
    ]);
  });

  test('a faction is spelled out in the first line of a list only; elsewhere it follows from the army book', () => {
    const listed = player('anax', { exported_list: 'Ann (anax) - Ogre Khans\n650 - Great Khan' });
    const all = reports(
      report('r1', { players: [listed, player('bo', { id_book: 4 })] }),
      report('r2', { players: [player('cy'), player('bo', { id_book: 4, exported_list: '2 - 3 Spears' })] }),
    );
    const { battles, tournament } = convertOne(newRecruit, [event(), all]);
    expect(battles.flatMap(({ sides }) => sides.map(({ faction }) => faction))).toStrictEqual([
      ...['Ogre Khans', null, 'Ogre Khans', null],
    ]);
    expect(tournament.provenance?.guessed).toContain('factions, from other lists of the same army book');
    expect(tournament.provenance?.missing).toContain('factions in battles: 2');
  });

  test('a faction is also known by a line of its own, where another list spells it out; the total is the last line', () => {
    const lists = (...texts: string[]) =>
      texts.map((text, at) => ({ name: `p${at}`, players: [{ name: `p${at}`, lists: [text] }] }));
    const teams = lists(
      'Ann (p0) - Ogre Khans\n650 - Khan\n3991',
      'My list:\nOgre Khans\n500 - Khan\n4000\n',
      '500 - Khan',
    );
    const { tournament } = convertOne(newRecruit, [event({ teams })]);
    expect(tournament.participants?.map(({ list }) => `${list?.faction} ${list?.points}`)).toStrictEqual([
      ...['Ogre Khans 3991', 'Ogre Khans 4000', ' 0'],
    ]);
    expect(tournament.battleSize).toBe(4000);
    expect(tournament.provenance?.guessed).toContain('the points limit, 4000, from the largest army');
  });

  test('a report without an opponent is left out, one that was given again counts once, ignored ones are archived', () => {
    const all = reports(
      report('r1', { players: [player('anax')] }),
      report('r2', { id_match: 'same' }),
      report('r3', { id_match: 'same', date: '2025-08-04T10:00:00Z', ignore_stats: true }),
    );
    const { battles, tournament } = convertOne(newRecruit, [event(), all]);
    expect(battles.map(({ id, archived }) => [id, archived])).toStrictEqual([['nr-r3', true]]);
    expect(tournament.provenance?.missing).toStrictEqual(
      expect.arrayContaining(['reports without two players: 1', 'reports that were given again: 1']),
    );
  });

  test('of a team event the teams with their players are read, and from which difference on a team wins', () => {
    const team = (name: string, ...players: string[]) => ({ name, players: players.map((each) => ({ name: each })) });
    const teams = [team('Reds', 'anax', 'cy'), team('Blues', 'bo')];
    const scoring = { primary: 'BP', teamDrawRange: 5 };
    const { tournament, battles } = convertOne(newRecruit, [
      event({ type: 1, teams }),
      reports(report('r1', { scoring })),
    ]);
    expect(tournament.teams?.map(({ name, club }) => `${name} ${club}`)).toStrictEqual(['Reds null', 'Blues null']);
    expect(tournament.participants?.map(({ team }) => team)).toStrictEqual(['Reds', 'Reds', 'Blues']);
    expect(tournament.teamDrawRange).toBe(5);
    const same = convertOne(newRecruit, [event({ type: 1, teams: [...teams, team('Reds', 'dee')] })]);
    expect(same.tournament.teams?.map(({ name }) => name)).toStrictEqual(['Reds', 'Blues', 'Reds (2)']);
    expect(same.notes?.guessed()).toContain('numbers of teams of the same name');
    expect(battles.length).toBe(1);
    expect(convertOne(newRecruit, [event({ teams }), reports(report('r1'))]).tournament.teams).toStrictEqual([]);
  });
});

test('a first day that is stated is not guessed', () => {
  const { tournament } = convertOne(newRecruit, [event(), reports(report('r1'))], {
    stated: { startDate: '2025-08-02' },
  });
  expect(tournament.startDate).toBe('2025-08-02');
  expect(tournament.provenance?.guessed).not.toContain('its first day, from the times of the reports');
});

test('a list of tournaments gives days and status', () => {
  const listed = { _id: 'e1', name: 'Summer', start: '2025-08-02T08:00:00Z', end: '2025-08-03T18:00:00Z', status: 3 };
  const { tournament } = convertOne(newRecruit, [
    event(),
    reports(),
    file('tournaments.json', { tournaments: [listed], total: 1 }),
  ]);
  expect(tournament).toMatchObject({ status: 'finished', startDate: '2025-08-02', endDate: '2025-08-03' });
});

test('several events in one go share their players, and each has its own files', () => {
  const other = file('games-2.json', [report('r9', { id_tourny: 'e2' })]);
  const files = [event(), reports(report('r1')), event({ _id: 'e2', name: 'Winter Clash' }), other];
  const { records, problems } = convert(newRecruit, files, asked());
  expect(problems).toStrictEqual([]);
  expect(records.map((record) => record.type)).toStrictEqual([
    ...['player', 'player', 'tournament', 'battle', 'tournament', 'battle'],
  ]);
});

test('files that are something else, and reports without their event, are refused with their names', () => {
  expect(problemsOf(newRecruit, [reports(report('r1')), file('x.json', '{'), file('y.json', { a: 1 })])).toStrictEqual([
    expect.stringMatching(/^x\.json: is not JSON: /),
    'y.json: is not an answer of New Recruit: neither an event with teams, nor reports, nor a list of tournaments',
    'games.json: holds reports of the event e1; give the file with that event as well, or --set name="…"',
  ]);
});
