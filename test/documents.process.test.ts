// The commands that README and docs show, run in their order beside a running service, which begins with the demo world.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test, vi } from 'vitest';
import { workbook } from '../packages/convert/test/support/workbook.js';
import { atFileEnd } from './support/file-end.js';
import { addressOf, build, runInOneProcess, start, temporaryFolder } from './support/process.js';
import { battle, club, player, result, tournament } from './support/world.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const root = fileURLToPath(new URL('../', import.meta.url));

/** What comes first is run first. Everything else in docs follows, in alphabetical order. */
const FIRST = ['README.md', 'docs/install.md', 'docs/data.md', 'docs/convert/README.md'];

/** Why a command is not run here. Each of these must be needed. */
const LEFT_OUT: [RegExp, string][] = [
  [/^curl /, 'tool-pages/examples.db compares its answer with the one shown'],
  [/^npx openapi-typescript /, 'its result is type-checked by rest/openapi'],
  [
    /^(docker |sed -i .*COMPOSE_|echo "(COMPOSE|POSTGRES|REDIS|BATTLE_RESULTS)_)/,
    'it needs a Docker daemon; deploy/compose reads the file',
  ],
  [/^sudo /, 'it needs root'],
  [/^npm (install|ci|test|start)\b|^npm run build$|^MALLOC_ARENA_MAX/, 'install.process installs, builds and starts'],
  [/^(export )?\w*DATABASE_URL=/, 'it names a server; postgres-url and faults/failover try such addresses'],
  [
    /^npm run (check|fix|schema|mutations|test:\w+|bench|faults)\b|^\w+=\w+ (npx vitest|npm run test)/,
    'for developers',
  ],
  [/^npm run restore -- \S+$/, 'another database takes seconds to open; backup/backup.db restores into an empty one'],
  [/demo:make .*1000000/, 'a million battles take long; demo/world makes a small world'],
];

type Command = { page: string; command: string };

async function commandsOf(page: string): Promise<Command[]> {
  const text = await readFile(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, , code = '']) => code);
  return blocks
    .flatMap((code) => code.replace(/\\\n/g, ' ').split('\n'))
    .flatMap((line) => line.replace(/(^|\s)# ?.*$/, '').split(/&&(?=(?:[^']*'[^']*')*[^']*$)/))
    .map((command) => ({ page, command: command.trim() }))
    .filter(({ command }) => command !== '');
}

const pages = (await readdir(join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md')).sort();
const all = await Promise.all([...new Set([...FIRST, ...pages.map((name) => `docs/${name}`)])].map(commandsOf));
const reasonOf = (command: string) => LEFT_OUT.find(([pattern]) => pattern.test(command))?.[1];
const run = all.flat().filter(({ command }) => reasonOf(command) === undefined);

const inOneProcess = runInOneProcess();
let folder: string;
let dataDir: string;

beforeAll(async () => {
  await build();
  folder = await temporaryFolder(atFileEnd);
  dataDir = join(folder, 'data');
  await addressOf(start('main.js', { env: { DATA_DIR: dataDir, PORT: '0' } }, atFileEnd));
  await mkdir(join(folder, 'backups'));
  await cp(join(root, 'docs/convert/examples'), folder, { recursive: true });
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content);
});

const slug = 'spring-clash-2026';
const records = [
  club(),
  player('p-1'),
  player('p-2'),
  tournament({ slug, club: 'northern-legion', participants: [{ playerId: 'p-1' }, { playerId: 'p-2' }] }),
  battle('b-1', { tournament: slug, sides: result('win') }),
];
const bundle = (of: object[]) => of.map((record) => `${JSON.stringify(record)}\n`).join('');

/** The files that the commands name, other than the examples of a spreadsheet and what other commands have written. */
const FILES: Record<string, string | Buffer> = {
  'data.jsonl': bundle(records),
  'more.jsonl.gz': gzipSync(bundle([player('p-3')])),
  'open.xlsx': Buffer.from(
    workbook({
      Results: [
        ['Player 1', 'Player 2', 'Round', 'Result'],
        ['Ann', 'Bo', '1', 'win'],
      ],
    }),
  ),
  'event.gip': 'v1.3.3||x\r\nOpen||x\r\n12||x\r\n1||x\r\n7||Ann||Lee||||Elves||Ort||Club||0||||0||||x',
  'event.gep':
    '#GoePP-Exportdatei, v1.3.3||x\r\n#TID-12||x\r\n7||Ann||Lee||||Elves||Ort||Club||1||9||3||0||1||1||1||1||1||x',
  'report.xml': `<nafReport><organiser>X</organiser><coaches>${['Ada', 'Ben']
    .map((name, at) => `<coach><name>${name}</name><number>${at + 11}</number><team>Orcs</team></coach>`)
    .join('')}</coaches><game><timeStamp>2026-01-17 13:01</timeStamp>${['Ada', 'Ben']
    .map(
      (name, at) =>
        `<playerRecord><name>${name}</name><number>${at + 11}</number><touchDowns>${at}</touchDowns></playerRecord>`,
    )
    .join('')}</game></nafReport>`,
};

test.each(run)('$page: $command', async ({ command }) => {
  const words = [...command.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([word]) =>
    word
      .replaceAll('"', '')
      .replace('/backups/', `${folder}/backups/`)
      .replace(/^SLUG$/, slug),
  );
  const [, name = '', ...args] = /^npm run (?:-s )?[\w:]+ -- /.test(command)
    ? words.slice(words.indexOf('run')).filter((word) => word !== '-s' && word !== '--')
    : [];
  expect(name, `${command}: run it here, or say in LEFT_OUT why not`).not.toBe('');
  const { code, stderr } = await inOneProcess(`cli/${name}.js`, args, { env: { DATA_DIR: dataDir }, cwd: folder });
  expect([code, stderr]).toStrictEqual([0, stderr]);
});

test('what is left out is left out for a reason that is needed', () => {
  const unneeded = LEFT_OUT.filter(([pattern]) => !all.flat().some(({ command }) => pattern.test(command)));
  expect(unneeded).toStrictEqual([]);
  expect(run.length).toBeGreaterThan(25);
});
