import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { emptyDb } from '../support/database.js';
import { atFileEnd } from '../support/file-end.js';
import { build, newHeldDataDir, runInOneProcess, said, temporaryFolder } from '../support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const run = runInOneProcess();
let dataDir: string;
let host: Db;
beforeAll(async () => {
  await build();
  ({ dataDir, host } = await newHeldDataDir(atFileEnd));
});
beforeEach(() => emptyDb(host));

const CLUB = '{"type":"club","slug":"northern-legion","name":"Northern Legion"}\n';
const PLAYER = '{"type":"player","id":"p-1","name":"Ann"}\n';
const NEW = '  1 new club: Northern Legion\n  1 new player: Ann\n';

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
  return { ...outcome, stderr: outcome.stderr.replace(/^(Reading|Comparing|Writing|Finishing).*\n/gm, '') };
}

const importBundle = (args: string[], stdin: string | Buffer = '') =>
  quietly('cli/import.js', args, { env: { DATA_DIR: dataDir }, stdin });
const exportBundle = (file: string, from = dataDir) => run('cli/export.js', [file], { env: { DATA_DIR: from } });
const exported = async () => records((await exportBundle('-')).stdout);

describe('import and export', () => {
  test('go through standard input and standard output, and through files, plain and gzipped', async () => {
    expect(await importBundle(['-'], CLUB + PLAYER)).toStrictEqual(said(0, `Changed:\n${NEW}`));

    const folder = await temporaryFolder();
    const [plain, gzipped] = [join(folder, 'world.jsonl'), join(folder, 'world.jsonl.gz')];
    for (const file of [plain, gzipped]) {
      expect(await exportBundle(file)).toStrictEqual({ code: 0, stdout: '', stderr: 'Exported 2 lines.\n' });
    }
    expect((await readdir(folder)).sort()).toStrictEqual(['world.jsonl', 'world.jsonl.gz']);
    const text = await readFile(plain, 'utf8');
    expect(records(text)).toStrictEqual(EXPORTED);
    expect(gunzipSync(await readFile(gzipped)).toString()).toBe(text);

    await emptyDb(host);
    expect((await importBundle([gzipped])).stderr).toBe(`Changed:\n${NEW}`);
    expect((await importBundle(['-'], gzipSync(PLAYER.replace('Ann', 'Anna')))).code).toBe(0);
    const [club] = EXPORTED;
    expect(await exported()).toStrictEqual([club, { type: 'player', id: 'p-1', name: 'Anna', removed: false }]);
  });

  test('of a broken bundle says every problem with its line, with --dry-run checks everything, and writes nothing', async () => {
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
      said(0, `Would change:\n${NEW}Nothing was written.\n`),
    );
    expect(await exported()).toStrictEqual([]);
  });

  test('say what would change and what has, in words or as JSON', async () => {
    await importBundle(['-'], CLUB + PLAYER);
    const renamed = CLUB + PLAYER.replace('Ann', 'Anna');
    const changed = '  1 player changed\n    1 renamed: Ann is now Anna\nUnchanged: 1 club.\n';
    expect(await importBundle(['--dry-run', '-'], renamed)).toStrictEqual(
      said(0, `Would change:\n${changed}Nothing was written.\n`),
    );
    const { stdout, ...asJson } = await importBundle(['--dry-run', '--json', '-'], renamed);
    expect(asJson).toStrictEqual({ code: 0, stderr: '' });
    const whole = { part: null, field: null, examples: [] };
    expect(JSON.parse(stdout)).toStrictEqual({
      dryRun: true,
      demoRemoved: false,
      changes: [
        { ...whole, noun: 'club', change: 'unchanged', count: 1 },
        { ...whole, noun: 'player', change: 'changed', count: 1 },
        {
          ...{ noun: 'player', part: null, change: 'changed', field: 'name', count: 1 },
          examples: [{ key: 'p-1', name: 'Anna', was: 'Ann' }],
        },
      ],
    });
    expect(await importBundle(['-'], renamed)).toStrictEqual(said(0, `Changed:\n${changed}`));
    expect(await importBundle(['-'], renamed)).toStrictEqual(
      said(0, 'Nothing changed.\nUnchanged: 1 club, 1 player.\n'),
    );
  });

  test('of or into a file that cannot be opened says which', async () => {
    const folder = await temporaryFolder();
    const [absent, nowhere] = [join(folder, 'absent.jsonl'), join(folder, 'no', 'where.jsonl')];
    expect(await importBundle([absent])).toStrictEqual(said(1, `There is no file ${absent}.\n`));
    expect(await importBundle([nowhere])).toStrictEqual(said(1, `There is no folder ${join(folder, 'no')}.\n`));
    expect(await exportBundle(nowhere)).toStrictEqual(said(1, `There is no folder ${join(folder, 'no')}.\n`));
  });

  test('a spreadsheet is not read as a bundle, line by line', async () => {
    const refused = (file: string) => said(1, `${file} is a spreadsheet and no bundle: add --from spreadsheet.\n`);
    for (const file of ['event.csv', 'Open.XLSX']) expect(await importBundle([file])).toStrictEqual(refused(file));
  });

  test('a device is not replaced by a file, whatever is written', async () => {
    const folder = await temporaryFolder();
    const refused = said(1, `${folder} is not a file that can be replaced; name another.\n`);
    const env = { DATA_DIR: dataDir };
    expect(await exportBundle(folder)).toStrictEqual(refused);
    expect(await run('cli/backup.js', [folder], { env })).toStrictEqual(refused);
    expect(await run('cli/convert.js', ['spreadsheet', 'none.csv', '-o', folder], { env })).toStrictEqual(refused);
    expect((await exportBundle('/dev/null')).code).toBe(1);
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  test('leaves the file that was there when the export fails', async () => {
    const file = join(await temporaryFolder(), 'world.jsonl');
    await writeFile(file, CLUB);
    expect((await exportBundle(file, await foreignFolder())).code).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(CLUB);
  });
});

test('the demo world is not loaded beside data of your own', async () => {
  await importBundle(['-'], CLUB);
  expect(await run('cli/demo.js', ['--load'], { env: { DATA_DIR: dataDir } })).toStrictEqual(
    said(1, 'This database holds data of your own. The demo world is only loaded into an empty one.\n'),
  );
});

/** A DATA_DIR that every command refuses. */
async function foreignFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'thesis.txt'), 'ten years of work');
  return folder;
}
