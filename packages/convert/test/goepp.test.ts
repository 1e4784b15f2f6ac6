import { expect, test } from 'vitest';
import { goepp } from '../src/goepp/goepp.js';
import { converted } from './support/convert.js';

const GIP = [
  'v1.3.3||x',
  'Schlacht um Köln||x',
  '12484||x',
  '3||x',
  '7619||Dieter||Chri||DieChri||Rebellen||Köln||PGF Siegen e. V.||3|| ||1|| ||x',
  '7620||Änne||Ott||||Imperium||Ort|mit Strich||||0||||0||12||x',
  '0||Gast||Spieler||Gast||||||||0||||0||||x',
];
const GEP = [
  '#GoePP-Exportdatei, v1.3.3 Export vom 19.08.2014||x',
  '#TID-12484||x',
  '7620||Änne||Ott||||Imperium||Ort|mit Strich||||1||131||32||-2||99||88||77||78||55||x',
  '7619||Dieter||Chri 1||DieChri||Rebellen||Köln||PGF Siegen e. V.||2||99||30||0||1||1||1||1||1||x',
  '0||Gast||Spieler||Gast||||||||3||9||3||0||1||1||1||1||1||x',
];
const latin = (lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1');

test('sign-ups become participants of a planned tournament, with T3 ids, nicknames and clubs', () => {
  const { records, problems } = converted(goepp, { 'a.gip': latin(GIP) });
  expect(problems).toStrictEqual([]);
  expect(records.filter(({ type }) => type !== 'tournament')).toStrictEqual([
    { type: 'club', slug: 'pgf-siegen-e-v', name: 'PGF Siegen e. V.' },
    { type: 'player', id: 't3:7619', name: 'DieChri', removed: false },
    { type: 'player', id: 't3:7620', name: 'Änne Ott', removed: false },
  ]);
  expect(records.find(({ type }) => type === 'tournament')).toMatchObject({
    ...{ slug: 't3-12484', name: 'Schlacht um Köln', status: 'planned' },
    participants: [
      { entry: 1, playerId: 't3:7619', club: 'pgf-siegen-e-v', finalPlacement: null },
      { entry: 2, playerId: 't3:7620', club: null },
      { entry: 3, playerId: null, name: 'Gast' },
    ],
    provenance: { source: 'goepp', sourceId: '12484' },
  });
});

test('results add the final places to the sign-ups of the same tournament, and battles are said to be missing', () => {
  const { events, problems } = converted(goepp, { 'a.gip': latin(GIP), 'b.gep': latin(GEP) });
  expect(problems).toStrictEqual([]);
  expect(events).toHaveLength(1);
  expect(events[0]?.tournament.status).toBe('finished');
  expect(events[0]?.tournament.participants.map(({ finalPlacement }) => finalPlacement)).toStrictEqual([2, 1, 3]);
  expect(events[0]?.notes.missing()).toContain('battles, which are not in such files: 1');
});

test('a guest whose nickname another has too, and so a number behind the last name, is one in both files', () => {
  const gip = [...GIP.with(3, '4||x'), '0||Zweiter||Gast||Gast||||||||0||||0||||x'];
  const gep = [...GEP, '0||Zweiter||Gast 1||Gast||||||||4||2||1||0||1||1||1||1||1||x'];
  const { events, problems } = converted(goepp, { 'a.gip': latin(gip), 'b.gep': latin(gep) });
  expect(problems).toStrictEqual([]);
  expect(events[0]?.tournament.participants.map(({ finalPlacement }) => finalPlacement)).toStrictEqual([2, 1, 3, 4]);
});

test('days are missing unless they are stated', () => {
  const missing = (stated: object) => converted(goepp, { 'a.gip': latin(GIP) }, { stated }).events[0]?.notes.missing();
  expect(missing({})).toContain('days of the event: 1');
  expect(missing({ startDate: '2014-08-17' })).not.toContain('days of the event: 1');
});

test('results alone need a name', () => {
  expect(converted(goepp, { 'b.gep': latin(GEP) }).problems[0]?.message).toContain('--set name');
  const { events } = converted(goepp, { 'b.gep': latin(GEP) }, { stated: { name: 'Schlacht um Köln' } });
  expect(events[0]?.tournament).toMatchObject({ slug: 't3-12484', status: 'finished' });
});

test('a file that was cut off, and lines of another width, are refused with their places', () => {
  const cut = converted(goepp, { 'a.gip': latin(GIP.slice(0, 6)) });
  expect(cut.records).toStrictEqual([]);
  expect(cut.problems).toStrictEqual([
    { file: 'a.gip', at: 'line 4', message: 'says 3 players, and 2 follow; is the file complete?' },
  ]);
  const short = GIP.with(5, '7620||Änne||Ott||x').with(6, 'abc||A||B||C||||||||0||||0||||x');
  expect(
    converted(goepp, { 'a.gip': latin(short) }).problems.map(({ at, message }) => `${at} ${message}`),
  ).toStrictEqual([
    'line 6 must have 12 fields parted by ||, of which the last is x; it has 4',
    'line 7 has no T3 number but "abc"',
  ]);
  expect(converted(goepp, { 'a.gip': 'hello' }).problems[0]?.message).toContain('is no file of GoePP');
});
