// Follows docs/how-to-add.md for a column, a field and a route in a copy of the tree.
import { execFile } from 'node:child_process';
import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { linkModules } from '../scripts/link-modules.js';
import { addressOf, newDataDir, start, temporaryFolder } from './support/process.js';

vi.setConfig({ testTimeout: 240_000 });

const root = fileURLToPath(new URL('../', import.meta.url));
const node = promisify(execFile).bind(null, process.execPath);

test('a column is a line of the schema, a migration, one field and one line of the bundle; a route is one file', async () => {
  const folder = await temporaryFolder();
  for (const name of [
    'package.json',
    'prisma.config.ts',
    'docs',
    'packages',
    'prisma',
    'scripts',
    'src',
    'tsconfig.json',
  ]) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  linkModules(root, folder);

  await addBefore(join(folder, 'prisma/schema.prisma'), '  website ', '  motto String?\n');
  await addBefore(
    join(folder, 'src/graphql/schema/club.ts'),
    '    url: t.string(',
    "    motto: t.exposeString('motto', { nullable: true, description: 'What the club goes by.' }),\n",
  );
  await addBefore(
    join(folder, 'packages/bundle-format/src/record.ts'),
    "    members: Type.Optional(count('Number of members",
    "    motto: shortOrNull('What the club goes by.'),\n",
  );
  await writeFile(
    join(folder, 'src/rest/operations/club-motto.graphql'),
    `query ClubMotto($slug: String!) @rest(path: "/clubs/{slug}/motto", example: { slug: "northern-legion" }) {
      data: club(slug: $slug) { slug saying: motto }
    }`,
  );
  const options = { cwd: folder };
  await node(['--liftoff-only', '--import', 'tsx', 'scripts/migrate-new.ts', 'motto'], options);
  await node(['scripts/build.js'], options);

  const env = { DATA_DIR: await newDataDir(), DEMO_WORLD: 'false', PORT: '0' };
  // The commands go through the service, so that they need not start a database of their own.
  const base = await addressOf(start('main.js', { ...options, env, dist: join(folder, 'dist') }));
  const bundle = join(folder, 'clubs.jsonl');
  await appendFile(bundle, '{"type":"club","slug":"dice","name":"Dice","motto":"Roll high"}\n');
  await appendFile(bundle, '{"type":"club","slug":"quiet","name":"Quiet"}\n');
  await node(['--liftoff-only', 'dist/cli/import.js', bundle], { ...options, env });
  const { stdout } = await node(['--liftoff-only', 'dist/cli/keys.js', 'create', 'Test'], { ...options, env });
  const headers = { authorization: `Bearer ${String(stdout).trim()}` };

  const graphql = await fetch(`${base}/graphql?query={clubs{nodes{slug motto}}}`, { headers });
  const { data } = await graphql.json();
  expect(data.clubs.nodes).toStrictEqual([
    { slug: 'dice', motto: 'Roll high' },
    { slug: 'quiet', motto: null },
  ]);
  const rest = await fetch(`${base}/api/v1/clubs/dice/motto`, { headers });
  expect(await rest.json()).toStrictEqual({ data: { slug: 'dice', saying: 'Roll high' } });
});

async function addBefore(file: string, text: string, line: string): Promise<void> {
  const content = await readFile(file, 'utf8');
  expect(content.split(text)).toHaveLength(2);
  await writeFile(file, content.replace(text, line + text));
}
