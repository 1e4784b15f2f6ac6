import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const LINES = 2_000;

/** Logs through the service's destination, and then ends in the given way. */
function logged(end: string): { msg: string }[] {
  const script = `
    import { createLog } from './src/observe/log.ts';
    const log = await createLog('info', false);
    for (let line = 0; line < ${LINES}; line += 1) log.info('line ' + line + ' ☃');
    ${end}`;
  const { stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line));
}

test.each([
  ['by itself', ''],
  ['by process.exit', 'process.exit(1);'],
  ['by an error that is not caught', `setTimeout(() => { throw new Error('fatal'); });`],
])('no line is lost, and every line is whole, when the process ends %s', (_how, end) => {
  const expected = Array.from({ length: LINES }, (_, line) => `line ${line} ☃`);
  // Lines written at exit may precede those that another thread is about to write.
  expect(
    logged(end)
      .map(({ msg }) => msg)
      .sort(),
  ).toStrictEqual(expected.sort());
});
