import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import { atFileEnd } from '../support/file-end.js';
import { build, newHeldDataDir, runInOneProcess, said, temporaryFolder } from '../support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const run = runInOneProcess();
let env: { DATA_DIR: string };
beforeAll(async () => {
  await build();
  env = { DATA_DIR: (await newHeldDataDir(atFileEnd)).dataDir };
});

const EXAMPLES = ['players.csv', 'results.csv', 'event.csv'].map((name) =>
  fileURLToPath(new URL(`../../docs/convert/examples/${name}`, import.meta.url)),
);

test('a file that is too large to be read at once is refused in words', async () => {
  const large = join(await temporaryFolder(), 'large.csv');
  await writeFile(large, '');
  await truncate(large, 3 * 1024 ** 3);
  expect(await run('cli/convert.js', ['spreadsheet', large])).toStrictEqual(
    said(1, `${large} is larger than 2 GB; is it the right file?\n`),
  );
});

test('convert writes a bundle that import takes, and import --from does both', async () => {
  const out = join(await temporaryFolder(), 'out.jsonl');
  const converted = await run('cli/convert.js', ['spreadsheet', ...EXAMPLES, '-o', out]);
  expect(converted).toMatchObject({ code: 0, stdout: '' });
  expect(converted.stderr).toBe(`Example Open (example-open-2026): 4 players, 6 battles
  default: that it has finished, as every battle has a result (otherwise --set status=ongoing)
  default: the order of the board, by battlePoints, wins, victoryPointsDiff, victoryPoints (otherwise --set tieBreakers=wins,battlePoints,victoryPointsDiff)
  guessed: who won, by the battle points
  guessed: days of battles, from the event's only day
  not stored yet, as there is no place for tables: results.csv: B1 Table
`);
  const printed = await run('cli/convert.js', ['spreadsheet', ...EXAMPLES]);
  expect(printed.stdout).toBe(await readFile(out, 'utf8'));
  const [players = '', ...others] = EXAMPLES;
  const piped = await run('cli/convert.js', ['spreadsheet', '-', ...others], { stdin: await readFile(players) });
  expect(piped.stdout).toBe(printed.stdout.replaceAll('players.csv', 'standard input'));

  expect((await run('cli/import.js', [out, '--converted'], { env })).stderr).toContain('  6 new battles: ');
  expect((await run('cli/import.js', ['--from', 'spreadsheet', ...EXAMPLES], { env })).stderr).toContain(
    'Nothing changed.\nUnchanged: 2 clubs, 1 tournament, 6 battles.\n',
  );
  const exported = await run('cli/export.js', ['-'], { env });
  expect(exported.stdout.trimEnd().split('\n').length).toBe(9);

  const fewer = join(await temporaryFolder(), 'results.csv');
  const rows = (await readFile(EXAMPLES[1] ?? '', 'utf8')).trimEnd().split('\n');
  await writeFile(fewer, rows.slice(0, -2).join('\n'));
  const corrected = ['--from', 'spreadsheet', ...EXAMPLES.with(1, fewer)];
  const changes = `
  1 tournament changed
    1 with status changed: Example Open
    1 with provenance changed: Example Open
    4 participants with final placement emptied: Anna Berg (Example Open); Bruno Costa (Example Open); Chloé Martin (Example Open); and 1 more
  2 battles deleted: Anna Berg – Dawid Nowak, round 3, Example Open; Chloé Martin – Bruno Costa, round 3, Example Open
Unchanged: 2 clubs, 4 battles.
`;
  expect((await run('cli/import.js', [...corrected, '--dry-run'], { env })).stderr).toContain(
    `Would change:${changes}`,
  );
  expect((await run('cli/import.js', corrected, { env })).stderr).toContain(`Changed:${changes}`);
  const pointless = join(await temporaryFolder(), 'results.csv');
  await writeFile(
    pointless,
    rows
      .slice(0, -2)
      .join('\n')
      .replace(/^(1,.*),17,3/m, '$1,17,'),
  );
  const emptied = ['--from', 'spreadsheet', ...EXAMPLES.with(1, pointless), '--dry-run'];
  expect((await run('cli/import.js', emptied, { env })).stderr).toContain(
    '    1 with battle points emptied: Anna Berg – Bruno Costa, round 1, Example Open\n',
  );
});

test('an alias file says which player somebody is', async () => {
  const who = join(await temporaryFolder(), 'who.csv');
  await writeFile(who, 'source,id,playerId\nspreadsheet,Dawid Nowak,nr:7\n');
  const call = ['spreadsheet', ...EXAMPLES, '--aliases', who];
  expect((await run('cli/convert.js', call)).stdout).toContain('"playerId":"nr:7"');
  await writeFile(who, 'source,id,playerId\nspreadsheet,Dawid Nowak,\n');
  expect(await run('cli/convert.js', call)).toStrictEqual({
    ...{ code: 1, stdout: '' },
    stderr: 'who.csv: line 2: must have a source, an id and a playerId\nNothing was written.\n',
  });
});

test('files with mistakes give every mistake, exit code 1, and no bundle', async () => {
  const folder = await temporaryFolder();
  const wrong = join(folder, 'wrong.csv');
  await writeFile(wrong, 'Name,R1 Opponent,R1 Result\nAnn,Bob,W\nBo,Ann,maybe\n');
  const outcome = await run('cli/convert.js', [
    'spreadsheet',
    wrong,
    '--set',
    'name=Open',
    '-o',
    join(folder, 'out.jsonl'),
  ]);
  expect(outcome).toStrictEqual({
    code: 1,
    stdout: '',
    stderr: `wrong.csv: B2: "Bob" is not among the players; did you mean Bo (A3)?
wrong.csv: C3: "maybe" is not a result; write win, draw, loss, 15:5, bye, walkover, no show or dropped
Nothing was written.
`,
  });
  expect(await readdir(folder)).toStrictEqual(['wrong.csv']);
  const absent = await run('cli/convert.js', ['spreadsheet', join(folder, 'absent.csv')]);
  expect(absent).toStrictEqual({ code: 1, stdout: '', stderr: `There is no file ${join(folder, 'absent.csv')}.\n` });
});

test.each([
  [['cli/convert.js', 'sheet', 'a.csv'], 'There is no converter sheet.'],
  [['cli/convert.js', 'spreadsheet'], 'Name the files to convert.'],
  [
    ['cli/convert.js', 'spreadsheet', 'a.csv', '--set', 'stages=1'],
    '--set stages is not a field; these are: slug, name,',
  ],
  [['cli/import.js', '--from', 'spreadsheet', 'a.csv', '--restore'], 'What a converter made restores nobody'],
  [['cli/import.js', 'a.jsonl', '--set', 'name=Open'], '--set, --aliases and --encoding go with --from.'],
  [['cli/convert.js', 'spreadsheet', 'a.csv', '--encoding', 'latin-99'], 'There is no encoding latin-99.'],
])('%j is refused as a wrong call', async ([entry = '', ...args], message) => {
  const outcome = await run(entry, args);
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toContain(message);
});

test('a NAF report is imported, and exported as a TRF that is a report again', async () => {
  const folder = await temporaryFolder();
  const report = join(folder, 'report.xml');
  const record = (name: string, number: number, touchDowns: number) =>
    `<playerRecord><name>${name}</name><number>${number}</number><touchDowns>${touchDowns}</touchDowns></playerRecord>`;
  await writeFile(
    report,
    `<nafReport><game><timeStamp>2015-01-17 13:01</timeStamp>${record('Ada', 11, 2)}${record('Ben', 12, 0)}</game></nafReport>`,
  );
  const imported = await run('cli/import.js', ['--from', 'naf', report, '--set', 'name=Mud Bowl'], { env });
  expect(imported.stderr).toContain(
    'Changed:\n  2 new players: Ada; Ben\n  1 new tournament: Mud Bowl\n  1 new battle: Ada – Ben, round 1, Mud Bowl\n',
  );
  const out = join(folder, 'mud.trf');
  expect(await run('cli/export.js', [out, '--trf', 'mud-bowl-2015'], { env })).toStrictEqual({
    ...{ code: 0, stdout: '', stderr: '' },
  });
  const again = await run('cli/convert.js', ['trf', out]);
  expect(again.stderr).toContain('Mud Bowl (mud-bowl-2015): 2 players, 1 battles');
  expect((await run('cli/export.js', ['-', '--trf', 'mud-bowl-2015'], { env })).stdout).toBe(
    await readFile(out, 'utf8'),
  );
  expect(await run('cli/export.js', ['-', '--trf', 'no-such'], { env })).toStrictEqual({
    ...{ code: 1, stdout: '', stderr: 'There is no tournament no-such.\n' },
  });
});

test('convert does not write over a file that it reads', async () => {
  const sheet = join(await temporaryFolder(), 'players.csv');
  await writeFile(sheet, 'Name,Club\nAnn,\n');
  const refused = await run('cli/convert.js', ['spreadsheet', sheet, '--set', 'name=Open', '-o', sheet]);
  expect([refused.code, refused.stderr.split('\n')[0]]).toStrictEqual([
    2,
    '-o names a file that is read; name another.',
  ]);
  expect(await readFile(sheet, 'utf8')).toBe('Name,Club\nAnn,\n');
});
