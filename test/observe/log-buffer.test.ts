import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
