// Commands on the embedded database while the service runs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { addressOf, build, newDataDir, run, said, start, startLines, temporaryFolder } from '../support/process.js';
import { soon } from '../support/soon.js';
import { battle, player, result, swiss, tournament } from '../support/world.js';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });
beforeAll(build);

const WORLD = [
  player('p-ann', { name: 'Ann' }),
  player('p-bo', { name: 'Bo' }),
  tournament({ status: 'finished', stages: [swiss()], participants: [{ playerId: 'p-ann' }, { playerId: 'p-bo' }] }),
  battle('b-1', { sides: result('win', [{ faction: 'Elves' }, { faction: 'Orcs' }]) }),
];

test('commands reach the running service: it takes new keys, shows what was imported, and is backed up as it runs', async () => {
  const dataDir = await newDataDir();
  const env = { DATA_DIR: dataDir };
  const service = start('main.js', { env: { ...env, DEMO_WORLD: 'false', PORT: '0' } });
  const base = await addressOf(service);

  const { stdout } = await run('cli/keys.js', ['create', 'Ann'], { env });
  const get = (path: string) => fetch(base + path, { headers: { authorization: `Bearer ${stdout.trim()}` } });
  expect(await (await get('/api/v1/tournaments')).json()).toStrictEqual({ data: [], next: null });

  const folder = await temporaryFolder();
  const bundle = join(folder, 'world.jsonl');
  await writeFile(bundle, WORLD.map((record) => `${JSON.stringify(record)}\n`).join(''));
  expect(await run('cli/import.js', [bundle], { env })).toMatchObject({ code: 0 });
  await soon(async () => {
    expect(await (await get('/api/v1/tournaments')).json()).toMatchObject({ data: [{ slug: 'spring-clash' }] });
    expect(await (await get('/players/p-ann')).text()).toContain('1st');
  });

  const exported = await run('cli/export.js', ['-'], { env });
  expect(exported.stdout.trimEnd().split('\n')).toHaveLength(WORLD.length);
  expect(await run('cli/migrate.js', [], { env })).toStrictEqual(said(0, `folder ${dataDir} is up to date.\n`));

  const status = await run('cli/status.js', ['--json'], { env });
  expect(JSON.parse(status.stdout)).toMatchObject({
    holder: `process ${service.pid}`,
    data: { counts: { battles: 1 } },
    keys: [{ account: 'Ann' }],
  });
  expect((await run('cli/status.js', [], { env })).stdout).toMatch(/^Players +2, and 0 removed$/m);
  await soon(async () => expect(await run('cli/doctor.js', [], { env })).toStrictEqual(said(0, 'All is well.\n')));

  const backup = join(folder, 'all.backup');
  const backedUp = /^Backed up \d+ lines to \S+ \([1-9]\S* [kM]B\), and read them again\.\n$/;
  expect(await run('cli/backup.js', [backup], { env })).toStrictEqual(said(0, expect.stringMatching(backedUp)));
  expect((await run('cli/restore.js', [backup, '--check'], { env })).stderr).toMatch(
    /all\.backup is complete: \d+ lines of /,
  );
  const stdin = await readFile(backup);
  expect((await run('cli/import.js', [backup], { env })).stderr).toMatch(
    /^line 1: type is backup: that is part of a backup, which only npm run restore reads\n/,
  );
  expect((await run('cli/restore.js', ['-', '--replace'], { env, stdin })).stderr).toMatch(
    /^Restored \d+ lines of .* UTC into folder /m,
  );

  expect(await run('cli/unpublish.js', ['spring-clash'], { env })).toStrictEqual(
    said(0, 'spring-clash is unpublished.\n'),
  );
  await soon(async () => expect((await get('/api/v1/tournaments/spring-clash')).status).toBe(404));
  expect(await run('cli/publish.js', ['spring-clash'], { env })).toStrictEqual(said(0, 'spring-clash is published.\n'));
  const lists = (verb: string) => run(`cli/${verb}.js`, ['spring-clash', '--lists'], { env });
  const of = 'The lists of spring-clash';
  expect(await lists('publish')).toStrictEqual(said(0, `${of} were published already.\n`));
  expect(await lists('unpublish')).toStrictEqual(said(0, `${of} are unpublished.\n`));
  expect(await lists('publish')).toStrictEqual(said(0, `${of} are published.\n`));
  const undo = join(folder, 'undo.jsonl');
  expect(await run('cli/remove.js', ['player', 'p-ann', '--undo', undo], { env })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Goes: the name of player p-ann \(Ann\); .*\nStays: .*\nRemoved\. To undo it: /),
  });
  await soon(async () => expect((await get('/players/p-ann')).status).toBe(404));
  expect(await run('cli/import.js', [undo, '--restore'], { env })).toMatchObject({ code: 0 });
  await soon(async () => expect((await get('/players/p-ann')).status).toBe(200));

  expect(await run('cli/keys.js', ['deactivate', '1'], { env })).toMatchObject({ code: 0 });
  await soon(async () => expect((await get('/api/v1/tournaments')).status).toBe(401));

  const command = startLines(
    `const { openEmbedded } = await import(dist + 'db/embedded/embedded.js');
     const db = await openEmbedded(${JSON.stringify(dataDir)}, () => {}, { asGuest: true });
     await db.sql.transaction(async (sql) => {
       console.log('within');
       for (;;) await sql.query('SELECT pg_sleep(0.01)');
     });`,
  );
  await command.saw(/within/);
  expect(await service.end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
  await command.saw(/The process that has the data open is stopping\. What was not complete is undone/);
});

test('a service that starts while a command has the data waits for its end', async () => {
  const dataDir = await newDataDir();
  // It waits for its standard input.
  const command = start('cli/import.js', { args: ['-'], env: { DATA_DIR: dataDir } });
  const holder = `${command.pid} (a command)`;
  await soon(async () => expect(await readFile(join(dataDir, 'holder.txt'), 'utf8')).toBe(`${holder}\n`));
  const service = start('main.js', { env: { DATA_DIR: dataDir, DEMO_WORLD: 'false', PORT: '0' } });
  const [waiting] = await service.saw(/Waiting until .* has let go of the data/);
  expect(waiting).toContain(`process ${holder} has`);
  await command.end('SIGTERM');
  await addressOf(service);
});
