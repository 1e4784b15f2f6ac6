import { expect, test } from 'vitest';
import { naf } from '../src/naf/naf.js';
import { converted } from './support/convert.js';

const coach = (name: string, number: number, team = '') =>
  `<coach><name>${name}</name><number>${number}</number><team>${team}</team></coach>`;
const record = (name: string, number: number, touchDowns: number, more = '') =>
  `<playerRecord><name>${name}</name><number>${number}</number><teamRating>110</teamRating><touchDowns>${touchDowns}</touchDowns>${more}</playerRecord>`;
const game = (time: string, ...records: string[]) => `<game><timeStamp>${time}</timeStamp>${records.join('')}</game>`;
const report = (coaches: string[], ...games: string[]) =>
  `<?xml version="1.0"?>\n<nafReport xmlns:blo="http://www.bloodbowl.net"><organiser>X</organiser><coaches>${coaches.join('')}</coaches>\n${games.join('\n')}</nafReport>`;
const FOUR = [
  ...[coach('Ada', 11, 'Orcs'), coach('Ben', 12, 'Humans'), coach('Cid', 13, 'Elves'), coach('Dot', 14, 'Orcs')],
];
const NAMED = { stated: { name: 'Mud Bowl' } };

test('coaches become players by their NAF number, and games battles with races, touchdowns and casualties', () => {
  const text = report(
    FOUR,
    game('2015-01-17 13:01', record('Ada', 11, 2, '<badlyHurt>1</badlyHurt><dead>0</dead>'), record('Ben', 12, 0)),
    game('2015-01-18 08:00', record('Ada', 11, 1), record('Cid', 13, 1)),
  );
  const { records, problems, events } = converted(naf, { 'mud.xml': text }, NAMED);
  expect(problems).toStrictEqual([]);
  expect(records.filter(({ type }) => type === 'player')).toHaveLength(4);
  expect(records.find(({ type }) => type === 'tournament')).toMatchObject({
    ...{ slug: 'mud-bowl-2015', name: 'Mud Bowl', startDate: '2015-01-17', endDate: '2015-01-18', battleSize: 110 },
    participants: [{ playerId: 'naf:11' }, { playerId: 'naf:12' }, { playerId: 'naf:13' }, { playerId: 'naf:14' }],
    provenance: { source: 'naf', guessed: expect.arrayContaining(['rounds, from the times of the games']) },
  });
  expect(events[0]?.battles).toMatchObject([
    {
      ...{ id: 'mud-bowl-2015-201501171301-11-12', date: '2015-01-17', round: 1 },
      sides: [
        {
          entry: 1,
          faction: 'Orcs',
          outcome: 'win',
          victoryPoints: 2,
          rounds: [{ metrics: { badlyHurt: 1, dead: 0 } }],
        },
        { entry: 2, faction: 'Humans', outcome: 'loss', victoryPoints: 0, rounds: [] },
      ],
    },
    { round: 2, sides: [{ outcome: 'draw' }, { outcome: 'draw', faction: 'Elves' }] },
  ]);
});

test('a points limit that is stated is not guessed', () => {
  const text = report(FOUR, game('2015-01-17 13:01', record('Ada', 11, 2), record('Ben', 12, 0)));
  const { events } = converted(naf, { 'mud.xml': text }, { stated: { name: 'Mud Bowl', battleSize: 1000 } });
  expect(events[0]?.tournament.battleSize).toBe(1000);
  expect(events[0]?.notes.guessed().join()).not.toContain('points limit');
});

test('two rounds that were entered at the same time are told apart by who plays', () => {
  const text = report(
    FOUR,
    ...[game('2015-01-17 13:01', record('Ada', 11, 2), record('Ben', 12, 0))],
    ...[game('2015-01-17 13:01', record('Cid', 13, 2), record('Dot', 14, 0))],
    ...[game('2015-01-17 13:01', record('Ada', 11, 2), record('Cid', 13, 0))],
  );
  const { events } = converted(naf, { 'mud.xml': text }, NAMED);
  expect(events[0]?.battles.map(({ round }) => round)).toStrictEqual([1, 1, 2]);
});

test('times of single games say nothing of rounds, so rounds are missing', () => {
  const text = report(
    FOUR,
    game('2015-01-17 13:01', record('Ada', 11, 2), record('Ben', 12, 0)),
    game('2015-01-17 13:07', record('Cid', 13, 2), record('Dot', 14, 0)),
  );
  const { events } = converted(naf, { 'mud.xml': text }, NAMED);
  expect(events[0]?.battles.map(({ round }) => round)).toStrictEqual([null, null]);
  expect(events[0]?.notes.missing()).toContain('rounds of battles: 2');
});

test('guests, whom programs number 0 or 9, have no id, and two of one name are not mixed up', () => {
  const guests = [coach('Eve', 0, 'Orcs'), coach('Non-NAF', 9, 'Orcs'), coach('Non-NAF', 9, 'Elves'), coach('Nine', 9)];
  const text = report(
    [...FOUR, ...guests],
    game('2015-01-17 13:01', record('Ada', 11, 2), record('Eve', 0, 0)),
    game('2015-01-17 13:01', record('Ben', 12, 2), record('Non-NAF', 9, 0)),
  );
  const { records, events, problems } = converted(naf, { 'mud.xml': text }, NAMED);
  expect(problems).toStrictEqual([]);
  expect(records.flatMap((each) => (each.type === 'player' ? [each.id] : []))).toStrictEqual([
    ...['naf:11', 'naf:12', 'naf:13', 'naf:14', 'naf:9'],
  ]);
  expect(events[0]?.battles.map(({ sides }) => sides[1].entry)).toStrictEqual([5]);
  expect(events[0]?.notes.missing()).toContain('guests who cannot be told apart: 2');
  expect(events[0]?.notes.missing()).toContain('games of guests who cannot be told apart: 1');
});

test('two coaches with one number are refused, and one whose name is spelt otherwise is not', () => {
  const played = game('2015-01-17 13:01', record('ADA', 11, 2), record('Eve', 12, 0));
  const text = report([...FOUR, coach('Fay', 13)], played);
  expect(
    converted(naf, { 'mud.xml': text }, NAMED).problems.map(({ at, message }) => `${at}: ${message}`),
  ).toStrictEqual(['line 2: Fay has the number 13, which Cid has', 'line 3: Eve has the number 12, which Ben has']);
});

test('a game that was not played, for which programs write -1, is left out and counted', () => {
  const text = report(
    FOUR,
    game('2015-01-17 13:01', record('Ada', 11, 2), record('Ben', 12, 0)),
    game('2015-01-17 13:01', record('Cid', 13, -1), record('Dot', 14, -1)),
  );
  const { events, problems } = converted(naf, { 'mud.xml': text }, NAMED);
  expect(problems).toStrictEqual([]);
  expect(events[0]?.battles).toHaveLength(1);
  expect(events[0]?.notes.missing()).toContain('games without a result: 1');
});

test('a race may stand with the game, and a coach may be missing above', () => {
  const text = report([], game('2015-01-17 13:01', record('Ada', 11, 0, '<team>Orcs</team>'), record('Ben', 12, 3)));
  const { events } = converted(naf, { 'mud.xml': text }, NAMED);
  expect(events[0]?.tournament.participants.map(({ playerId }) => playerId)).toStrictEqual(['naf:11', 'naf:12']);
  expect(events[0]?.battles[0]?.sides.map(({ faction }) => faction)).toStrictEqual(['Orcs', null]);
});

test('a bad report is refused with all that is wrong, and nothing is written', () => {
  const text = report(
    FOUR,
    game('17.01.2015', record('Ada', 11, 2), record('Ben', 12, 0)),
    game('2015-01-17 13:01', record('Ada', 11, 2)),
    game('2015-01-17 13:01', record('Ada', 11, 2).replace('<touchDowns>2', '<touchDowns>two'), record('Ben', 12, 0)),
  );
  const { records, problems } = converted(naf, { 'mud.xml': text });
  expect(records).toStrictEqual([]);
  expect(problems.map(({ at, message }) => `${at}: ${message}`)).toStrictEqual([
    'line 3: <timeStamp> must have the form YYYY-MM-DD HH:MM, and is "17.01.2015"',
    'line 4: is a game without exactly two <playerRecord>',
    'line 5: <touchDowns> is no whole number: "two"',
    ': a NAF report does not say how the tournament is called: add --set name="…"',
  ]);
  expect(converted(naf, { 'a.xml': '<!DOCTYPE a><nafReport/>' }, NAMED).problems[0]?.message).toContain(
    'document type',
  );
  expect(converted(naf, { 'a.xml': '<other/>' }, NAMED).problems[0]?.message).toContain('<nafReport>');
});
