// Prisma's schema engine as WebAssembly, over a throw-away embedded database. It computes the SQL that leads from the
// migrations to schema.prisma without the engine binary that the Prisma CLI would download.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { MIGRATIONS, readMigrations } from '../src/db/migrate.js';

// Node's types declare WebAssembly only together with the browser's.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};
const NO_FILTERS = { externalTables: [], externalEnums: [] };
const schemaFile = new URL('../prisma/schema.prisma', import.meta.url);

export const readSchema = () => readFile(schemaFile, 'utf8');

/**
 * Returns the SQL that the migrations still lack, determined in an empty database; empty when they match the schema.
 */
export async function pendingSql(schema: string, shadow: PGlite): Promise<string> {
  const engine = await createEngine(schema, shadow);
  const { stdout } = await engine.diff({
    from: { tag: 'migrations', ...(await listMigrations()) },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
    script: true,
    exitCode: null,
    filters: NO_FILTERS,
  });
  return (stdout ?? '').replace('-- This is an empty migration.', '').trim();
}

/**
 * Does what `prisma migrate deploy` does. Returns the names of the migrations that were missing and have been applied.
 */
export async function deployByPrisma(database: PGlite): Promise<string[]> {
  const engine = await createEngine(await readSchema(), database);
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList: await listMigrations(),
    filters: NO_FILTERS,
  });
  return appliedMigrationNames;
}

async function createEngine(schema: string, shadow: PGlite) {
  loading ??= loadEngine();
  await loading;
  const factory = new PrismaPGlite(shadow);
  // The engine asks for a second, shadow database. The database given here is a throw-away one, so it serves as both.
  const adapter = Object.assign(factory, { connectToShadowDb: () => factory.connect() });
  return engineBindings.SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
}

/** The bindings keep the memory of the instance they were given first, so there is only one. */
let loading: Promise<void> | undefined;

async function loadEngine(): Promise<void> {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@prisma/schema-engine-wasm').replace(/schema_engine\.js$/, 'schema_engine_bg.wasm');
  const imports = { './schema_engine_bg.js': engineBindings };
  const { instance } = await WebAssembly.instantiate(await readFile(path), imports);
  engineBindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

async function listMigrations() {
  const migrationDirectories = (await readMigrations()).map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
  }));
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
  return { baseDir: MIGRATIONS.pathname, lockfile, shadowDbInitScript: '', migrationDirectories };
}
