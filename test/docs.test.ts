// Checks what README and docs say about files, tests and variables.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { converters } from '@battle-results/convert';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${folder}/${name}`);
const MAIN = ['README.md', 'SECURITY.md', ...filesIn('docs'), 'docs/convert/README.md', 'research/README.md'];
const REPORTS = ['simulation', 'predictions', 'real-battles'].map((name) => `research/${name}/report.md`);
const PACKAGES = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`);
const DOCS = [...new Set([...MAIN, ...filesIn('docs/convert'), ...REPORTS, ...PACKAGES])];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rowsOf = (path: string) =>
  [...read(path).matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));

/** `rest/http.db` is in the folder test, `convert/trf` in that of the package. */
function testFile(name: string): string {
  const inPackage = name.replace(/^([\w-]+)\/(.+)$/, 'packages/$1/test/$2.test.ts');
  return existsSync(join(ROOT, inPackage)) ? inPackage : `test/${name}.test.ts`;
}

test('README is short, and leads to every other page', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150);
  for (const page of MAIN.slice(1)) expect(read('README.md')).toContain(`](${page})`);
});

test.each(DOCS)('%s: every link leads somewhere, and every file it names exists', (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path, anchor]) => ({
    path: path ? join(dirname(page), path) : page,
    anchor,
  }));
  const broken = links.filter(
    ({ path, anchor }) => !existsSync(join(ROOT, path)) || (anchor && !anchorsOf(path).includes(anchor)),
  );
  const named = [...text.matchAll(/`((?:src|test|packages|docs|prisma|scripts|research|bench)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect([...broken, ...named.filter((path) => !existsSync(join(ROOT, path)))]).toStrictEqual([]);
});

function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

test('every converter has a page, to which the list of converters leads', () => {
  const list = read('docs/convert/README.md');
  for (const { name } of converters) expect(list).toContain(`| \`${name}\` |`);
  expect(converters.map(({ name }) => `docs/convert/${name}.md`).filter((page) => !DOCS.includes(page))).toStrictEqual(
    [],
  );
  for (const { name } of converters) expect(list).toContain(`](${name}.md)`);
});

test('every decision names tests that exist', () => {
  const [, ...decisions] = rowsOf('docs/decisions.md');
  expect(decisions.length).toBeGreaterThan(40);
  for (const [question, , tests = ''] of decisions) {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => testFile(name));
    expect(files, question).not.toStrictEqual([]);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toStrictEqual([]);
  }
});

test('the code map has every folder and file of src', () => {
  const mapped = rowsOf('docs/code-map.md').flatMap(([where = '']) => where.match(/(?<=`)[\w-]+(\/|\.ts)/g) ?? []);
  const entries = readdirSync(join(ROOT, 'src'), { withFileTypes: true });
  const there = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  expect([...new Set(mapped)].sort()).toStrictEqual(there.sort());
});

test('the table of variables has those that are read, no other, and their defaults', () => {
  const [, ...rows] = rowsOf('docs/configuration.md');
  const variables = rows.map(([name = '', preset = '']) => ({ name: name.slice(1, -1), preset }));
  const asked = new Set<string>();
  const env = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void asked.add(String(name)) });
  readConfig(env);
  expect(variables.map(({ name }) => name).sort()).toStrictEqual([...asked].sort());
  for (const { name, preset } of variables) {
    const value = /^`([^`]+)`$/.exec(preset)?.[1];
    if (value !== undefined) expect(readConfig({ [name]: value }), name).toStrictEqual(readConfig({}));
  }
});
