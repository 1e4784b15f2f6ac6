import { expect, test } from 'vitest';
import { createProblemText } from '../../src/cli/problem-text.js';
import { spreadsheet } from '../../src/convert/spreadsheet/spreadsheet.js';
import { convertOne, file } from '../support/convert.js';

test('problems of converted records name tournaments, players and battles, and no lines', () => {
  const text = 'Name,Player id,R1 Opponent,R1 Points\nAnn,p-1,Bo,15\nBo,,Ann,5\n';
  const { records } = convertOne(spreadsheet, [file('open.csv', text)], { stated: { name: 'Open' } });
  const textOf = createProblemText(records);
  const said = (type: string, path: string, message = 'would be emptied') =>
    textOf({ line: records.findIndex((record) => record.type === type) + 1, path, message });
  expect([
    said('battle', 'sides[1].battlePoints'),
    said('battle', 'date'),
    said('tournament', 'participants[0].club'),
    said('tournament', 'participants', 'would no longer have entry 25 (Cy)'),
    said('player', 'name'),
  ]).toStrictEqual([
    'Ann – Bo, round 1: battlePoints of Bo would be emptied',
    'Ann – Bo, round 1: date would be emptied',
    'Open: club of Ann would be emptied',
    'Open: participants would no longer have entry 25 (Cy)',
    'Ann: name would be emptied',
  ]);
});
