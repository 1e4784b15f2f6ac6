import { spreadsheet } from '@battle-results/convert';
import { expect, test } from 'vitest';
import { convertOne, file } from '../../packages/convert/test/support/convert.js';
import { createProblemText } from '../../src/cli/problem-text.js';

test('problems of converted records name tournaments, players and battles, and no lines', () => {
  const text = 'Name,Player id,R1 Opponent,R1 Points\nAnn,p-1,Bo,15\nBo,,Ann,5\n';
  const { records } = convertOne(spreadsheet, [file('open.csv', text)], { stated: { name: 'Open' } });
  const textOf = createProblemText(records);
  const said = (type: string, path: string, message = 'is missing') =>
    textOf({ line: records.findIndex((record) => record.type === type) + 1, path, message });
  expect([
    said('battle', 'sides[1].battlePoints'),
    said('battle', 'date'),
    said('tournament', 'participants[0].club'),
    said('tournament', 'participants', 'leave out entry 25, which has battles'),
    said('player', 'name'),
  ]).toStrictEqual([
    'Ann – Bo, round 1: battlePoints of Bo is missing',
    'Ann – Bo, round 1: date is missing',
    'Open: club of Ann is missing',
    'Open: participants leave out entry 25, which has battles',
    'Ann: name is missing',
  ]);
});
