import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bufferedLines } from '../../src/observe/log-buffer.js';
import { temporaryFolder } from '../support/process.js';

const PIECE_BYTES = 50;

const line = (unit: 'grapheme' | 'grapheme-ascii') =>
  fc.string({ unit, maxLength: 60 }).map((text) => `${text.replaceAll('\n', '')}\n`);
const entry = fc.oneof(
  fc.record({ how: fc.constant('writeAscii' as const), line: line('grapheme-ascii') }),
  fc.record({ how: fc.constant('write' as const), line: line('grapheme') }),
);

test('lines arrive whole and in their order, of ASCII or not, longer than a piece or not', async () => {
  const file = join(await temporaryFolder(), 'log');
  const descriptor = openSync(file, 'w');
  onTestFinished(() => closeSync(descriptor));
  const lines = bufferedLines(descriptor, PIECE_BYTES);
  let all = '';
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
      for (const { how, line } of entries) lines[how](line);
      all += entries.map(({ line }) => line).join('');
    }),
  );
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe(all), { timeout: 20_000 });
});

test.skipIf(process.platform === 'win32')('what cannot be written is written once it can', async () => {
  const pipe = join(await temporaryFolder(), 'pipe');
  spawnSync('mkfifo', [pipe]);
  const reader = () => openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const first = reader();
  const descriptor = openSync(pipe, 'w');
  closeSync(first);
  const lines = bufferedLines(descriptor, PIECE_BYTES);
  const long = `${'2'.repeat(PIECE_BYTES)}\n`;
  for (const line of ['one\n', long]) lines.writeAscii(line);
  await sleep(500);
  const second = reader();
  onTestFinished(() => [descriptor, second].forEach(closeSync));
  lines.writeAscii('three\n');
  await sleep(1_000);
  const read = Buffer.alloc(1_000);
  expect(read.toString('utf8', 0, readSync(second, read))).toBe(`one\n${long}three\n`);
});
