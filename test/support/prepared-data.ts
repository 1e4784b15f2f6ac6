// A migrated, empty embedded database that is created once and then copied, because creating one takes seconds.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { build, distFile, root } from './build.js';

export type PreparedData = {
  /** A folder to copy as a DATA_DIR. */
  dataDir: string;
  /** The same as an archive for a database in memory, without template databases. */
  archive: string;
};

/** Cached in node_modules as long as none of its inputs has changed. */
export async function preparedData(): Promise<PreparedData> {
  const cache = join(root, 'node_modules/.cache/prepared-data');
  const name = await digest();
  const folder = join(cache, name);
  const prepared = { dataDir: join(folder, 'data'), archive: join(folder, 'data.tar') };
  if (existsSync(folder)) return prepared;
  console.log('Preparing an empty embedded database (once, some seconds) ...');
  await mkdir(cache, { recursive: true });
  // Several test files may prepare the same at the same time, so only what is made from other code is removed.
  const outdated = (await readdir(cache)).filter((each) => !each.startsWith(name));
  for (const old of outdated) await rm(join(cache, old), { recursive: true, force: true });
  const making = await mkdtemp(`${folder}.`);
  await build();
  // Optimising code that runs for one second takes longer than that.
  const args = ['--liftoff-only', distFile('cli/migrate.js')];
  await promisify(execFile)(process.execPath, args, { env: { DATA_DIR: join(making, 'data') } });
  const pglite = await PGlite.create(join(making, 'data', 'pg'));
  const small = await PGlite.create({ loadDataDir: await pglite.dumpDataDir('none') });
  await pglite.close();
  // They make up two thirds of the files, which each test file would have to unpack.
  for (const name of ['template0', 'template1']) {
    await small.exec(`UPDATE pg_database SET datistemplate = false, datallowconn = true WHERE datname = '${name}'`);
    await small.exec(`DROP DATABASE ${name}`);
  }
  await small.exec('CHECKPOINT');
  await writeFile(join(making, 'data.tar'), Buffer.from(await (await small.dumpDataDir('none')).arrayBuffer()));
  await small.close();
  await rename(making, folder).catch(async (error) => {
    if (!existsSync(folder)) throw error;
    await rm(making, { recursive: true });
  });
  return prepared;
}

async function digest(): Promise<string> {
  const made = ['prisma/migrations', 'src/db'].map(async (folder) => {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  const own = [join(root, 'package-lock.json'), fileURLToPath(import.meta.url)];
  const files = [...(await Promise.all(made)).flat().sort(), ...own];
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}
