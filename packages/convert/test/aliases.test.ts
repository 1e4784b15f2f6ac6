import { expect, test } from 'vitest';
import { readAliases } from '../src/aliases.js';
import { file } from './support/convert.js';

test('an alias file says who somebody of a source is, whatever the case of a name', () => {
  const { aliases, problems } = readAliases(
    file('who.csv', 'source,id,playerId\nspreadsheet,Ann Berg,nr:7\nbcp,x1,p-2\n'),
  );
  expect(problems).toStrictEqual([]);
  expect(aliases('spreadsheet', 'ANN BERG')).toBe('nr:7');
  expect(aliases('bcp', 'x1')).toBe('p-2');
  expect(aliases('bcp', 'Ann Berg')).toBeNull();
});

test('an alias file that contradicts itself or leaves something out is refused, with every line', () => {
  const text = 'name,id\nspreadsheet,Ann,p-1\nspreadsheet,ann,p-2\nspreadsheet,,p-3\n';
  expect(readAliases(file('who.csv', text)).problems.map(({ at, message }) => `${at} ${message}`)).toStrictEqual([
    'line 1 must be source,id,playerId',
    'line 3 says that ann is p-2, and before that p-1',
    'line 4 must have a source, an id and a playerId',
  ]);
});
