// Migrations that belong to a release are frozen: a database has applied them by their checksum.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MIGRATIONS, readMigrations } from '../../src/db/migrate.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const releases: Record<string, Record<string, string>> = JSON.parse(read('prisma/releases.json'));
const { version } = JSON.parse(read('package.json')) as { version: string };

const compare = (one: string, other: string) => {
  const [a, b] = [one, other].map((each) => each.split('.').map(Number));
  return (a?.[0] ?? 0) - (b?.[0] ?? 0) || (a?.[1] ?? 0) - (b?.[1] ?? 0) || (a?.[2] ?? 0) - (b?.[2] ?? 0);
};

test('every migration of a release is there and as it was released', async () => {
  const now = Object.fromEntries((await readMigrations(MIGRATIONS)).map(({ name, checksum }) => [name, checksum]));
  const frozen = Object.assign({}, ...Object.values(releases)) as Record<string, string>;
  expect(now).toMatchObject(frozen);
});

test('migrations of later releases, and those of none yet, come after them', async () => {
  const names = (await readMigrations(MIGRATIONS)).map(({ name }) => name);
  const inOrder = Object.keys(releases).sort(compare);
  const released = inOrder.flatMap((release) => Object.keys(releases[release] ?? {}).sort());
  expect(names.slice(0, released.length)).toStrictEqual(released);
});

test('the release of package.json is the first of the changelog beside an unreleased one', () => {
  const [newest] = [...read('CHANGELOG.md').matchAll(/^## (\S+)$/gm)].map(([, name]) => name);
  expect(newest).toBe(version);
});
