import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { build, temporaryFolder } from '../../support/process.js';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

test('a disk that is full at the first start is told in a line, and the next start begins anew', async () => {
  await build();
  const folder = join(await temporaryFolder(), 'data');
  // A limit on the size of files fails writes as a full disk does, and needs no disk of its own.
  const { stderr, code } = await new Promise<{ stderr: string; code: unknown }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' };
    execFile('sh', ['-c', 'ulimit -f 512; exec "$0" "$1"', process.execPath, MAIN], { env }, (error, _out, text) =>
      resolve({ stderr: text, code: error?.code }),
    );
  });
  // Which write fails first, and so the reason in brackets, may differ.
  expect(stderr.replace(/\(.*\)/, '(...)')).toBe(
    `The embedded database cannot be created in ${folder} (...). It needs 200 MB of free disk space; ` +
      'free some, or set DATA_DIR to a folder on another disk.\n',
  );
  expect(code).toBe(1);
  expect((await readdir(folder)).filter((name) => name.startsWith('pg'))).toStrictEqual([]);
});
