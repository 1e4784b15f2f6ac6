// Whatever a file holds, a converter answers with records that an import takes or with problems, and with no error.
import { readFileSync } from 'node:fs';
import { checkLine } from '@battle-results/bundle-format/check';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convert } from '../src/convert.js';
import type { SourceFile } from '../src/converter.js';
import { converters } from '../src/converters.js';
import { asked, file } from './support/convert.js';
import { workbook } from './support/workbook.js';

const example = (name: string) => readFileSync(new URL(`../../../docs/convert/examples/${name}`, import.meta.url));
const SHEETS = [
  example('players.csv'),
  example('results.csv'),
  example('wide.csv'),
  workbook({
    Players: [
      ['Name', 'R1 Opponent', 'R1 Result'],
      ['Ann', 'Bo', 'W'],
      ['Bo', 'Ann', 'L'],
    ],
  }),
];

const record = (name: string, number: number) =>
  `<playerRecord><name>${name}</name><number>${number}</number><touchDowns>1</touchDowns><dead>0</dead></playerRecord>`;
const REPORTS = [
  `<nafReport><coaches><coach><name>Ann</name><number>0</number></coach></coaches><game><timeStamp>2015-01-17 13:01</timeStamp>${record('Ann', 0)}${record('Bo', 12)}</game></nafReport>`,
  'v1.3.3||x\r\nOpen||x\r\n7||x\r\n1||x\r\n5||A||B||C||D||E||F||3||||1||||x',
  '#GoePP-Exportdatei, v1 Export vom 1.1.2014||x\n#TID-7||x\n5||A||B||C||D||E||F||1||1||1||1||1||1||1||1||1||x',
  `012 Open\n042 2026/01/10\n001    1      Ann${' '.repeat(63)}1.0    1     2 w 1\n001    2      Bo${' '.repeat(64)}0.0    2     1 b 0\n`,
].map((text) => Buffer.from(text));

/** Keys that converters look for, with anything behind them. */
const KEYS =
  `_id id name teams players lists type id_tourny score scoring primary points main short winConditions round date
  id_member exported_list setup data active deleted player1 player2 player1Game result total_games gameNum gamePoints eventId
  user firstName userId faction team placing metrics eventDate dates status ended armyListText playerId`.split(/\s+/);
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<unknown>(
      'e1',
      '',
      ' ',
      'BYE',
      '\0',
      '\ud800',
      2,
      0,
      -1,
      1e300,
      true,
      null,
      '2026-03-07T00:00:00Z',
      'x'.repeat(300),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 8 }),
  ),
})).value;

const player = (id: string) => ({
  id,
  name: id,
  id_member: id,
  userId: id,
  firstName: id,
  lastName: 'T',
  exported_list: 'A (b) - C\n2000',
});
const PLAYERS = [player('Ann'), player('Bo')];
const EVENT = { _id: 'e1', id: 'e1', name: 'Clash', type: 0, eventDate: '2026-03-07', numberOfRounds: 3, ended: true };
/** Answers that are understood, of both platforms. */
const ANSWERS: unknown[] = [
  {
    ...EVENT,
    teams: PLAYERS.map((one) => ({ name: one.name, players: [{ name: one.name, lists: ['A (b) - C\n2000'] }] })),
  },
  [
    {
      _id: 'r1',
      id_tourny: 'e1',
      round: 1,
      players: PLAYERS,
      scoring: { primary: 'BP' },
      score: [{ BP: 13 }, { BP: 7 }],
    },
  ],
  EVENT,
  {
    active: PLAYERS.map((one) => ({ ...one, eventId: 'e1', placing: 1, total_games: [{ gameNum: 1, gamePoints: 3 }] })),
    deleted: [],
  },
  {
    data: [
      {
        id: 'P1',
        eventId: 'e1',
        round: 1,
        player1: PLAYERS[0],
        player2: PLAYERS[1],
        player1Game: { result: 2, points: 88 },
        player2Game: { result: 0, points: 61 },
      },
    ],
  },
];

/** One of them, in which every so manyth value is another. */
const changedAnswer = fc
  .tuple(
    fc.constantFrom(...ANSWERS),
    fc.integer({ min: 2, max: 60 }),
    fc.array(anyJson, { minLength: 1, maxLength: 3 }),
  )
  .map(([answer, every, others]) => {
    let count = 0;
    // A reviver does not look into what it puts in.
    const changed = JSON.parse(JSON.stringify(answer), (key, value) => {
      count += 1;
      return key !== '' && count % every === 0 ? others[count % others.length] : value;
    });
    return JSON.stringify(changed);
  });

/** A file with some of its bytes replaced, removed or repeated. */
const damaged = fc
  .tuple(
    fc.constantFrom(...SHEETS, ...REPORTS),
    fc.array(fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 3 })), { maxLength: 6 }),
  )
  .map(([bytes, changes]) =>
    changes.reduce((now, [place, put]) => {
      const at = place % (now.length + 1);
      return Buffer.concat([now.subarray(0, at), put, now.subarray(at + (place % 3))]);
    }, Buffer.from(bytes)),
  );
const anyFile: fc.Arbitrary<SourceFile> = fc.oneof(
  changedAnswer.map((text) => file('b.json', text)),
  anyJson.map((value) => file('a.json', JSON.stringify(value) ?? '')),
  damaged.map((bytes) => file('a.csv', bytes)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => file('a.xlsx', bytes)),
);

test.each(converters.map((converter) => [converter.name, converter] as const))(
  '%s reads no file that is too large, nor too many',
  (_name, converter) => {
    const large = file('large.csv', Buffer.alloc(64 * 1024 * 1024 + 1));
    const { records, problems } = convert(converter, Array(16).fill(large), asked());
    expect(records).toStrictEqual([]);
    const said = (name: string, mb: number) => `${name} is larger than ${mb} MB, which is the most that is read`;
    expect([...new Set(problems.map(({ file, message }) => `${file} ${message}`))]).toStrictEqual([
      said('large.csv', 64),
      said('all files together', 1024),
    ]);
  },
);

test.each(converters.map((converter) => [converter.name, converter] as const))(
  '%s takes any file, and gives valid records or problems',
  (_name, converter) => {
    fc.assert(
      fc.property(fc.array(anyFile, { minLength: 1, maxLength: 3 }), fc.boolean(), (files, isNamed) => {
        const { records, problems, events } = convert(
          converter,
          files,
          asked(isNamed ? { stated: { name: 'Open' } } : {}),
        );
        if (problems.length > 0) expect(records).toStrictEqual([]);
        else expect(records.length).toBeGreaterThanOrEqual(events.length);
        expect(records.flatMap((record) => checkLine(JSON.stringify(record)).problems)).toStrictEqual([]);
      }),
      { numRuns: process.env.PROPERTIES === 'long' ? 20_000 : 400 },
    );
  },
);
