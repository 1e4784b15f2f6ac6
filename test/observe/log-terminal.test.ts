import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { callOf } from '../../src/http/call.js';
import { logInto } from '../../src/observe/log.js';
import { readableLine } from '../../src/observe/log-terminal.js';
import { requestLines } from '../../src/observe/request-line.js';

const written: string[] = [];
const log = logInto({ write: (line) => written.push(stripVTControlCharacters(readableLine(line))) }, 'info');
const call = (known: object) => {
  const request = new Request('http://gateway.test/', { headers: { 'x-request-id': 'a1' } });
  return Object.assign(callOf(request), { route: '/api/v1/clubs/{slug}', operation: 'Club', ...known });
};

test('on a terminal a line is for people, and an error has its stack', () => {
  const write = requestLines(log);
  write?.(call({ keyId: 3, remembered: true }), 200, 0.4321, false);
  write?.(call({ route: 'other', operation: null }), 404, 12, false);
  log.info('Loading the demo world');
  log.error({ err: new Error('no such table') }, 'error 17');
  expect(written.map((line) => line.replace(/^\[[\d:]{8}\] /, ''))).toStrictEqual([
    'INFO: GET /api/v1/clubs/{slug} Club 200 0.43 ms (key 3, remembered, a1)\n',
    'INFO: GET other 404 12 ms (a1)\n',
    'INFO: Loading the demo world\n',
    expect.stringMatching(/^ERROR: error 17\n.*no such table.*\n +at /s),
  ]);
});
