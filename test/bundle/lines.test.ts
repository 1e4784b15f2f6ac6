import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Line, readLines } from '../../src/bundle/lines.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const numbered = (...texts: string[]): Line[] => texts.map((text, at) => ({ line: at + 1, text }));
const TWO = numbered('Ann é', '𝔅o');

test.each<[string, string | Buffer, Line[]]>([
  ['lines', 'Ann é\n𝔅o\n', TWO],
  ['no newline at the end', 'Ann é\n𝔅o', TWO],
  ['a byte order mark', '\ufeffAnn é\n𝔅o\n', TWO],
  ['gzip', gzipSync('Ann é\n𝔅o\n'), TWO],
  ['gzip in two parts', Buffer.concat([gzipSync('Ann é\n𝔅'), gzipSync('o\n')]), TWO],
  ['empty lines, which count', '\n\nAnn\n', numbered('', '', 'Ann')],
  ['nothing', '', []],
  ['one character', 'A', numbered('A')],
  ['gzip of nothing', gzipSync(''), []],
])('%s can be read', async (_, content, lines) => expect(await read(content)).toStrictEqual(lines));

test('a file that is not there is told to whoever reads, however late', async () => {
  const lines = readLines(join(folder, 'nowhere'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(lines.next()).rejects.toThrow('ENOENT');
});

test('a line may be longer than what is read at a time', async () => {
  const long = 'é'.repeat(200_000);
  expect(await read(`${long}\nAnn\n`)).toStrictEqual(numbered(long, 'Ann'));
});

test('a line that is not UTF-8 is a problem of that line', async () => {
  const [first, , third] = numbered('Ann', '', 'Bo');
  const lines = await read(Buffer.from('Ann\n\xe9va\nBo\n', 'latin1'));
  expect(lines).toStrictEqual([first, { line: 2, problem: 'is not UTF-8 text' }, third]);
});

test('a gzip file that is cut short is a problem', async () => {
  const whole = gzipSync('Ann\n'.repeat(1000));
  expect((await read(whole.subarray(0, whole.length - 12))).at(-1)).toMatchObject({
    problem: 'cannot be read: the gzip file is cut short',
  });
});

test('a gzip file that is damaged is a problem', async () => {
  const whole = gzipSync('Ann\n');
  whole[12] = 0xff;
  expect(await read(whole)).toStrictEqual([{ line: 1, problem: 'cannot be read: the gzip file is damaged' }]);
});

async function read(content: string | Buffer): Promise<Line[]> {
  const file = join(folder, 'bundle');
  await writeFile(file, content);
  const lines: Line[] = [];
  for await (const line of readLines(file)) lines.push(line);
  return lines;
}
