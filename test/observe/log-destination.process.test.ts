import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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

test.runIf(existsSync('/dev/full'))('a full disk of the log troubles nothing else, and the process can end', () => {
  const script = `
    import { createLog } from './src/observe/log.ts';
    process.on('uncaughtException', (error) => console.log(error.message));
    const log = await createLog('info', false);
    log.info('one');
    setTimeout(() => log.info('two'), 500);`;
  const full = openSync('/dev/full', 'w');
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', full],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  closeSync(full);
  expect({ status, stdout }).toStrictEqual({ status: 0, stdout: '' });
});

test.skipIf(process.platform === 'win32')('a process whose log is not read can end', async () => {
  const pipe = join(await temporaryFolder(), 'pipe');
  spawnSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const descriptor = openSync(pipe, 'w');
  onTestFinished(() => [reader, descriptor].forEach(closeSync));
  const script = `
    import { createLog } from './src/observe/log.ts';
    const log = await createLog('info', process.stderr.isTTY);
    for (let line = 0; line < ${LINES}; line += 1) log.info('line '.repeat(30));
    setTimeout(() => process.exit(), 1_000);`;
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', descriptor],
    timeout: 20_000,
  });
  expect(status).toBe(0);
});
