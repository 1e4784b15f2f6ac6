import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { build, newDataDir, run, said, temporaryFolder } from '../support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

beforeAll(build);

const CLUB = '{"type":"club","slug":"northern-legion","name":"Northern Legion"}\n';
const PLAYER = '{"type":"player","id":"p-1","name":"Ann"}\n';
const IMPORTED = '1 club, 1 player, 0 battlePack, 0 faction, 0 tournament, 0 battle';

/** The export of the two lines above. */
const EXPORTED = [
  {
    type: 'club',
    slug: 'northern-legion',
    name: 'Northern Legion',
    description: '',
    city: null,
    country: null,
    members: 0,
    website: null,
  },
  { type: 'player', id: 'p-1', name: 'Ann', removed: false },
];

const records = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Without lines of progress, of which a slow machine prints some. */
async function quietly(...args: Parameters<typeof run>) {
  const outcome = await run(...args);
  return { ...outcome, stderr: outcome.stderr.replace(/^(Reading|Writing|Finishing).*\n/gm, '') };
}

function commands(dataDir: string) {
  const env = { DATA_DIR: dataDir };
  return {
    importBundle: (args: string[], stdin: string | Buffer = '') => quietly('cli/import.js', args, { env, stdin }),
    exportBundle: (file: string) => run('cli/export.js', [file], { env }),
    exported: async () => records((await run('cli/export.js', ['-'], { env })).stdout),
  };
}

describe('import and export', () => {
  test('go through standard input and standard output, and through files, plain and gzipped', async () => {
    const { importBundle, exportBundle } = commands(await newDataDir());
    expect(await importBundle(['-'], CLUB + PLAYER)).toStrictEqual(said(0, `Imported ${IMPORTED}.\n`));

    const folder = await temporaryFolder();
    const [plain, gzipped] = [join(folder, 'world.jsonl'), join(folder, 'world.jsonl.gz')];
    for (const file of [plain, gzipped]) {
      expect(await exportBundle(file)).toStrictEqual({ code: 0, stdout: '', stderr: 'Exported 2 lines.\n' });
    }
    expect((await readdir(folder)).sort()).toStrictEqual(['world.jsonl', 'world.jsonl.gz']);
    const text = await readFile(plain, 'utf8');
    expect(records(text)).toStrictEqual(EXPORTED);
    expect(gunzipSync(await readFile(gzipped)).toString()).toBe(text);

    const other = commands(await newDataDir());
    expect((await other.importBundle([gzipped])).stderr).toBe(`Imported ${IMPORTED}.\n`);
    expect((await other.importBundle(['-'], gzipSync(PLAYER.replace('Ann', 'Anna')))).code).toBe(0);
    const [club] = EXPORTED;
    expect(await other.exported()).toStrictEqual([club, { type: 'player', id: 'p-1', name: 'Anna', removed: false }]);
  });

  test('of a broken bundle says every problem with its line, with --dry-run checks everything, and writes nothing', async () => {
    const { importBundle, exported } = commands(await newDataDir());
    const broken = `${CLUB}{"type":"army"}\n{"type":"player","id":7,"name":"Ann"}\n`;
    expect(await importBundle(['-'], broken)).toStrictEqual(
      said(
        1,
        `line 2: type must be club, player, battlePack, faction, tournament or battle
line 3: id must be a string
The database was not changed.
`,
      ),
    );
    expect(await importBundle(['--dry-run', '-'], CLUB + PLAYER)).toStrictEqual(
      said(0, `The bundle is fine: ${IMPORTED}. Nothing was written.\n`),
    );
    expect(await exported()).toStrictEqual([]);
  });

  test('of or into a file that cannot be opened says which', async () => {
    const { importBundle, exportBundle } = commands(await newDataDir());
    const nowhere = join(await temporaryFolder(), 'no', 'where.jsonl');
    expect(await importBundle([nowhere])).toStrictEqual(
      said(1, `ENOENT: no such file or directory, open '${nowhere}'\n`),
    );
    expect(await exportBundle(nowhere)).toStrictEqual(
      said(1, `ENOENT: no such file or directory, open '${nowhere}.partial'\n`),
    );
  });

  test('leaves the file that was there when the export fails', async () => {
    const { exportBundle } = commands(await foreignFolder());
    const file = join(await temporaryFolder(), 'world.jsonl');
    await writeFile(file, CLUB);
    expect((await exportBundle(file)).code).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(CLUB);
  });
});

test('the demo world is not loaded beside data of your own', async () => {
  const dataDir = await newDataDir();
  await commands(dataDir).importBundle(['-'], CLUB);
  expect(await run('cli/demo.js', ['--load'], { env: { DATA_DIR: dataDir } })).toStrictEqual(
    said(1, 'This database holds data of your own. The demo world is only loaded into an empty one.\n'),
  );
});

test('migrate says what it applied, and the second time that there is nothing to do', async () => {
  const dataDir = await newDataDir();
  expect(await run('cli/migrate.js', [], { env: { DATA_DIR: dataDir } })).toStrictEqual(
    said(0, `folder ${dataDir} is up to date.\n`),
  );
});

/** A DATA_DIR that every command refuses. */
async function foreignFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'thesis.txt'), 'ten years of work');
  return folder;
}
