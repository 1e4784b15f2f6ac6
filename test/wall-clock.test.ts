// The wall clock may jump, by a day in either direction: durations and timeouts are measured by performance.now.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What reads the wall clock, and why. */
const USES = {
  'app/wiring.ts': 'passes it to cursors and to the cache of answers that contain them',
  'cli/conversion.ts': 'the day on which a file is read',
  'invalidation/cache.ts': 'answers expire with their cursors',
  'invalidation/feed.ts': 'notices that the machine has slept, beside the other clock',
  'backup/write.ts': 'when a backup was made',
  'cli/keys.ts': 'when a key expires',
  'cli/remove.ts': 'the name of the undo bundle',
  'cli/status.ts': 'which keys were used today',
  'db/keys.ts': 'whether a key has expired',
  'demo/world.ts': 'the day around which the demo world is',
  'entrance/auth.ts': 'when a key was last used',
  'observe/request-line.ts': 'the time in the log',
  'paging/cursor-secrets.ts': 'when a secret begins to sign, on several machines',
  'paging/page.ts': 'when a cursor expires, on several machines',
  'site/look/live.js': 'in a browser',
  'tool-pages/graphiql/tabs.js': 'in a browser, a unique id',
};

test('only these files read the wall clock', async () => {
  const folder = join(import.meta.dirname, '../src');
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(ts|tsx|js)$/.test(file));
  const reads = await Promise.all(
    files.map(async (file) => /Date\.now|new Date\(\)/.test(await readFile(join(folder, file), 'utf8'))),
  );
  const found = files.filter((_, at) => reads[at]).sort();
  expect(found).toStrictEqual(Object.keys(USES).sort());
});
