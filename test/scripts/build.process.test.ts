import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/build.js', import.meta.url));

/** What is said to a Node that gives this as its version. */
async function saidTo(version: string): Promise<string> {
  const disguise = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const call = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, script];
  return promisify(execFile)(process.execPath, call).then(
    ({ stderr }) => stderr,
    (error: { code: number; stderr: string }) => `${error.stderr}exit code ${error.code}`,
  );
}

test.each(['18.20.4', '20.9.0'])('Node %s is told that it is too old', async (version) => {
  expect(await saidTo(version)).toBe(`Node 20.19 or newer is needed, and this is ${version}.\nexit code 1`);
});

test.each(['20.19.0', '22.4.1', '100.0.0'])('Node %s builds', async (version) => {
  expect(await saidTo(version)).toBe('');
});
