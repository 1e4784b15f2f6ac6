// npm run migrate:new -- NAME: writes the next migration, which is the SQL that leads from the existing ones to
// schema.prisma.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { MIGRATIONS } from '../src/db/migrate.js';
import { pendingSql, readSchema } from './schema-engine.js';

const name = process.argv[2];
if (!name || !/^[a-z0-9_-]+$/.test(name)) {
  console.error('Usage: npm run migrate:new -- NAME (lower case letters, digits, dashes and underscores)');
  process.exit(1);
}
const shadow = await PGlite.create();
const sql = await pendingSql(await readSchema(), shadow);
await shadow.close();
if (!sql) console.error('schema.prisma and the migrations agree; writing an empty migration for SQL of your own.');
const now = Number(new Date().toISOString().replace(/\D/g, '').slice(0, 14));
const stamps = (await readdir(MIGRATIONS)).map((folder) => Number.parseInt(folder, 10)).filter(Number.isFinite);
// Migrations are applied in the order of their names, so it must be the last, whatever the clock says.
const stamp = Math.max(now, ...stamps.map((stamp) => stamp + 1));
const folder = new URL(`${stamp}_${name}/`, MIGRATIONS);
await mkdir(folder, { recursive: true });
await writeFile(new URL('migration.sql', folder), `${sql || '-- Write the change here.'}\n`);
console.error(`Wrote prisma/migrations/${stamp}_${name}/migration.sql. Read it before you commit it.`);
