// npm run migrate:new -- NAME: writes the next migration, which is the SQL that leads from the existing ones to
// schema.prisma.
import { mkdir, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { migrationsFolder, pendingSql, readSchema } from './schema-engine.js';

const name = process.argv[2];
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  console.error('Usage: npm run migrate:new -- NAME (lower case letters, digits and dashes)');
  process.exit(1);
}
const shadow = await PGlite.create();
const sql = await pendingSql(await readSchema(), shadow);
await shadow.close();
if (!sql) console.error('schema.prisma and the migrations agree; writing an empty migration for SQL of your own.');
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const folder = new URL(`${stamp}_${name}/`, migrationsFolder);
await mkdir(folder, { recursive: true });
await writeFile(new URL('migration.sql', folder), `${sql || '-- Write the change here.'}\n`);
console.error(`Wrote prisma/migrations/${stamp}_${name}/migration.sql. Read it before you commit it.`);
