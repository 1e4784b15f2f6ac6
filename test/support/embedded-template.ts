import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/db/embedded.js';
import { migrate } from '../../src/db/migrate.js';

declare module 'vitest' {
  interface ProvidedContext {
    template: { file: string } | { url: string };
  }
}

/** A migrated database is made once and copied for each test file: creating one takes seconds, copying does not. */
export async function setup({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const file = join(folder, 'template.tar');
  const db = await openEmbedded(join(folder, 'data'), () => undefined);
  await migrate(db);
  await db.close();
  const pglite = await PGlite.create(join(folder, 'data', 'pg'));
  await writeFile(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
  provide('template', { file });
  return () => rm(folder, { recursive: true, force: true });
}
