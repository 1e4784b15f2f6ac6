// Writes the checksums of all migrations that belong to no release yet into prisma/releases.json, as those of the release that
// package.json names. From then on test/db/releases.test.ts refuses a change of them.
import { readFile, writeFile } from 'node:fs/promises';
import { MIGRATIONS, readMigrations } from '../src/db/migrate.js';

type Releases = Record<string, Record<string, string>>;

const file = new URL('../prisma/releases.json', import.meta.url);
const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const releases = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Releases;
const frozen = new Set(Object.values(releases).flatMap((migrations) => Object.keys(migrations)));
const added = (await readMigrations(MIGRATIONS)).filter(({ name }) => !frozen.has(name));
const own = Object.entries({
  ...releases[version],
  ...Object.fromEntries(added.map((each) => [each.name, each.checksum])),
});
releases[version] = Object.fromEntries(own.sort(([one], [other]) => (one < other ? -1 : 1)));
await writeFile(file, `${JSON.stringify(releases, null, 2)}\n`);
console.error(`${added.length} migrations belong to ${version} now.`);
