import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/process.js';

const LINES = 2_000;

/** Logs through the service's destination to a pipe, or to a file, and then ends in the given way. */
function logged(end: string, file?: string): { msg: string }[] {
  const script = `
    import { createLog } from './src/observe/log.ts';
    const log = await createLog('info', false);
    for (let line = 0; line < ${LINES}; line += 1) log.info('line ' + line + ' ☃');
    ${end}`;
  const descriptor = file === undefined ? 'pipe' : openSync(file, 'w');
  const { stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', descriptor],
  });
  if (typeof descriptor === 'number') closeSync(descriptor);
  return (file === undefined ? stderr : readFileSync(file, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line));
}

test.each([
  ['by itself', ''],
  ['by process.exit', 'process.exit(1);'],
  ['by an error that is not caught', `setTimeout(() => { throw new Error('fatal'); });`],
])('no line is lost, and every line is whole, when the process ends %s', async (_how, end) => {
  const expected = Array.from({ length: LINES }, (_, line) => `line ${line} ☃`);
  // Lines written at exit may precede those that another thread is about to write.
  for (const file of [undefined, join(await temporaryFolder(), 'log')]) {
    const messages = logged(end, file).map(({ msg }) => msg);
    expect(messages.sort()).toStrictEqual(expected.sort());
  }
});
