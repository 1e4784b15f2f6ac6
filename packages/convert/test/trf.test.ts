import type { BattleRecord, PlayerRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { expect, test } from 'vitest';
import { readDay } from '../src/trf/day.js';
import { trf } from '../src/trf/trf.js';
import { writeTrf } from '../src/trf/write.js';
import { converted } from './support/convert.js';

const player = (number: number, name: string, id: string, points: string, rank: string, ...rounds: string[]) =>
  [
    ...[`001 ${String(number).padStart(4)}      ${name.padEnd(33)}`, '          ', id.padStart(11), '            '],
    ...[`${points.padStart(4)} ${rank.padStart(4)}  ${rounds.join('  ')}`],
  ].join('');
const FILE = [
  '012 Spring Open',
  '022 Geneva',
  '042 2026/01/10',
  '052 2026/01/11',
  `132 ${' '.repeat(87)}26/01/10  26/01/10  26/01/11`,
  '142 3',
  '### a remark',
  player(1, 'Kasparov, Garry', '4100018', '2.5', '1', '   2 w 1', '   3 b =', '0000 - F'),
  player(2, 'Polgár, Judit', '', '1.0', '3', '   1 b 0', '0000 - U', '   3 w -'),
  player(3, 'Guest', '0', '2.0', '2', '0000 - H', '   1 w =', '   2 b +'),
  `013 ${'A team'.padEnd(32)}   1    2`,
  `310   1 ${'A team'.padEnd(64)}   1    2`,
  '013 Nobody',
];

test.each(['\n', '\r', '\r\n'])('players and battles are read, white first, with lines that end in %j', (end) => {
  const { events, problems, records } = converted(trf, { 'a.trf': FILE.join(end) });
  expect(problems).toStrictEqual([]);
  expect(records.filter(({ type }) => type === 'player')).toStrictEqual([
    { type: 'player', id: 'fide:4100018', name: 'Kasparov, Garry', removed: false },
  ]);
  expect(events[0]?.tournament).toMatchObject({
    ...{ slug: 'spring-open-2026', city: 'Geneva', startDate: '2026-01-10', endDate: '2026-01-11', status: 'finished' },
    stages: [{ rounds: 3 }],
    participants: [
      { entry: 1, playerId: 'fide:4100018', finalPlacement: 1 },
      { entry: 2, name: 'Polgár, Judit', finalPlacement: 3 },
      { entry: 3, name: 'Guest', finalPlacement: 2 },
    ],
  });
  expect(events[0]?.battles[0]?.date).toBe('2026-01-10');
  const words = events[0]?.battles.map(({ round, sides }) =>
    [round, ...sides.map(({ entry, outcome, battlePoints }) => `${entry} ${outcome} ${battlePoints}`)].join(', '),
  );
  expect(words).toStrictEqual(['1, 1 win 1, 2 loss 0', '2, 3 draw 0.5, 1 draw 0.5']);
});

test('byes and forfeits are no battles, but rounds that were not played; teams have their players', () => {
  const { events } = converted(trf, { 'a.trf': FILE.join('\n') });
  expect(events[0]?.notes.missing()).toEqual(expect.arrayContaining(['players of teams: 1']));
  expect(events[0]?.tournament.teams).toStrictEqual([{ name: 'A team', club: null }]);
  expect(events[0]?.tournament.participants.map(({ team }) => team)).toStrictEqual(['A team', 'A team', null]);
  const unplayed = (events[0]?.tournament.participants ?? []).flatMap(({ entry, unplayed }) =>
    unplayed.map(({ round, kind, outcome, battlePoints }) => `${entry}: ${round} ${kind} ${outcome} ${battlePoints}`),
  );
  expect(unplayed).toStrictEqual([
    '1: 3 bye win 1',
    '2: 2 bye win 1',
    '2: 3 noShow loss 0',
    '3: 1 bye draw 0.5',
    '3: 3 walkover win 1',
  ]);
});

test('players whose points in the file are not those of their rounds are counted', () => {
  expect(converted(trf, { 'a.trf': FILE.join('\n') }).events[0]?.notes.missing()).toStrictEqual([
    'players of teams: 1',
  ]);
  const wrong = FILE.map((line) => line.replace(/ 2\.5 /, ' 3.5 '));
  expect(converted(trf, { 'a.trf': wrong.join('\n') }).events[0]?.notes.missing()).toContain(
    'points that differ from those in the file: 1',
  );
});

test('a round without a result is being played; an absent player has no opponent', () => {
  const running = [
    '012 Running',
    player(1, 'A', '', '0.0', '', '   2 w  ', '0000 - Z'),
    player(2, 'B', '', '0.0', '', '   1 b  ', '    -  '),
  ];
  const { events, problems } = converted(trf, { 'a.trf': running.join('\n') });
  expect(problems).toStrictEqual([]);
  expect(events[0]?.tournament.status).toBe('ongoing');
  expect(events[0]?.battles).toMatchObject([{ round: 1, sides: [{ outcome: null }, { outcome: null }] }]);
});

test('with fewer rounds than planned a tournament is being played, and a rank of 0 is none', () => {
  const file = [
    ...['012 Half', 'XXR 5'],
    player(1, 'A', '', '1.0', '0', '   2 w 1'),
    player(2, 'B', '', '0.0', '2', '   1 b 0'),
  ];
  const { events, problems } = converted(trf, { 'a.trf': file.join('\n') });
  expect(problems).toStrictEqual([]);
  expect(events[0]?.tournament).toMatchObject({ status: 'ongoing', stages: [{ rounds: 5 }] });
  const over = converted(trf, { 'a.trf': file.with(1, 'XXR 1').join('\n') });
  expect(over.events[0]?.tournament.participants.map(({ finalPlacement }) => finalPlacement)).toStrictEqual([null, 2]);
});

test('with fewer rounds than planned it is over, with its places, if that is stated', () => {
  const file = [
    ...['012 Half', 'XXR 5'],
    player(1, 'A', '', '1.0', '1', '   2 w 1'),
    player(2, 'B', '', '0.0', '2', '   1 b 0'),
  ];
  const { events } = converted(trf, { 'a.trf': file.join('\n') }, { stated: { status: 'finished' } });
  expect(events[0]?.tournament.participants.map(({ finalPlacement }) => finalPlacement)).toStrictEqual([1, 2]);
  expect(events[0]?.notes.guessed()).not.toContain('that it is being played, as rounds are missing');
});

test('lines that contradict each other are refused with both', () => {
  const file = [
    player(1, 'A', '', '1.0', '1', '   2 w 1', '   3 w 1', '   9 w 1'),
    player(2, 'B', '', '1.0', '2', '   1 b 1', '0000 - Z'),
    player(3, 'C', '', '1.0', '2', '0000 - Z', '   2 w 1', '   2 w ?'),
  ];
  const { problems, records } = converted(trf, { 'a.trf': file.join('\n') });
  expect(records).toStrictEqual([]);
  expect(problems.map(({ at, message }) => `${at}: ${message}`)).toStrictEqual([
    'line 3, round 3: has the result "?", which TRF does not have',
    ': has no name (line 012): add --set name="…"',
    'line 1, round 1: has the result 1, and 2 has 1',
    'line 1, round 2: meets 3, who does not meet 1',
    'line 1, round 3: meets 9, who is not in the file',
    'line 3, round 2: meets 2, who does not meet 3',
    'line 3, round 3: meets 2, who does not meet 3',
  ]);
});

test.each([
  ['2026/01/10', '2026-01-10', false],
  ['28. 07. 2005', '2005-07-28', false],
  ['24/09/2010', '2010-09-24', false],
  ['02/10/2010', '2010-10-02', true],
  ['09/24/2010', '2010-09-24', false],
  ['Jun 26, 2020', '2020-06-26', false],
  ['May 29, 2020', '2020-05-29', false],
  ['2026/02/30', null, false],
  ['soon', null, false],
])('the day %s is read as %s', (text, day, ambiguous) => {
  expect(readDay(text)).toStrictEqual({ day, ambiguous });
});

const TOURNAMENT: TournamentRecord = {
  ...{ type: 'tournament', slug: 's', name: 'Spring\nOpen', published: true, status: 'finished', battleSize: 2000 },
  ...{ startDate: '2026-01-10', endDate: '2026-01-11', city: 'Genève', country: null },
  stages: [{ id: 'swiss', name: 'Swiss', type: 'board', rounds: 2, players: null }],
  participants: [
    { entry: 1, playerId: 'p1', finalPlacement: 1 },
    { entry: 2, name: 'A name that is longer than the columns for it' },
    { entry: 30, playerId: 'gone' },
  ],
};
const PLAYERS: PlayerRecord[] = [
  { type: 'player', id: 'p1', name: 'Zoë 🎲 K' },
  { type: 'player', id: 'gone', name: null, removed: true },
];
const battle = (round: number | null, one: number, other: number, stage = 'swiss'): BattleRecord => ({
  ...{ type: 'battle', id: `${round}-${one}-${other}`, tournament: 's', stage, round, battleSize: 2000 },
  sides: [
    { entry: one, outcome: 'win', battlePoints: 17 },
    { entry: other, outcome: 'loss', battlePoints: 3 },
  ],
});

test('a tournament is written in the columns of the norm, and reads back alike; entries without gaps are its numbers', () => {
  const battles = [
    battle(1, 1, 2),
    battle(2, 30, 1),
    battle(null, 1, 2),
    battle(1, 2, 30, 'knockout'),
    battle(2, 1, 2),
  ];
  const running = { ...battle(3, 1, 2), sides: [{ entry: 1 }, { entry: 2 }] satisfies BattleRecord['sides'] };
  battles.push(running);
  const { text, leftOut } = writeTrf(TOURNAMENT, battles, PLAYERS);
  expect(Object.fromEntries(leftOut)).toStrictEqual({
    'battles of a round that is not over': 1,
    ...{ 'battles without a round': 1, 'battles of other stages': 1, 'second battles of a player in a round': 1 },
  });
  const lines = text.split('\r\n');
  expect(lines.slice(0, 3)).toStrictEqual(['012 Spring Open', '022 Genève', '042 2026/01/10']);
  const [first = '', second = ''] = lines.filter((line) => line.startsWith('001'));
  const cut = (line: string, from: number, to: number) => [...line].slice(from - 1, to).join('');
  expect([cut(first, 5, 8), cut(first, 15, 47).trim(), cut(first, 81, 84), cut(first, 86, 89)]).toStrictEqual([
    ...['   1', 'Zoë 🎲 K', ' 1.0', '   1'],
  ]);
  expect([cut(first, 92, 99), cut(first, 102, 109)]).toStrictEqual(['   2 w 1', '   3 b 0']);
  expect(cut(second, 15, 48)).toBe('A name that is longer than the co ');
  expect(cut(second, 92, 109)).toBe('   1 b 0  0000 - Z');
  const { events, problems } = converted(trf, { 'a.trf': text });
  expect(problems).toStrictEqual([]);
  expect(
    events[0]?.battles.map(({ round, sides: [one, other] }) => [round, one.entry, one.outcome, other.entry]),
  ).toStrictEqual([
    [1, 1, 'win', 2],
    [2, 3, 'win', 1],
  ]);
  expect(events[0]?.tournament.participants[2]?.name).toBe('Removed player');
});

test('rounds that were not played are written as byes, with their points', () => {
  const { events } = converted(trf, { 'a.trf': FILE.join('\n') });
  const { tournament, battles } = events[0] ?? {};
  const { text } = writeTrf(tournament as TournamentRecord, battles ?? [], []);
  const rounds = text
    .split('\r\n')
    .flatMap((line) => (line.startsWith('001') ? [line.slice(80, 84).trim() + line.slice(90)] : []));
  expect(rounds).toStrictEqual(['1.5    2 w 1     3 b =', '1.0    1 b 0  0000 - F', '1.0 0000 - H     1 w =']);
});

test('a tournament of which no round is known says no number of them', () => {
  const { text } = writeTrf({ ...TOURNAMENT, stages: [] }, [], PLAYERS);
  expect(text).toContain('012 Spring Open');
  expect(text).not.toMatch(/^(142|XXR)/m);
});
