// Types that gql.tada derives from schema.graphql: the compiler accepts correct code and rejects the rest.
import { execFile } from 'node:child_process';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/process.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const node = promisify(execFile).bind(null, process.execPath);

const BEGIN = `import { initGraphQLTada, readFragment, type ResultOf, type VariablesOf } from 'gql.tada';
import type { introspection } from './graphql-env.js';
type Scalars = { Date: string; Metrics: Record<string, number> };
const graphql = initGraphQLTada<{ introspection: introspection; scalars: Scalars }>();
const PlayerName = graphql(\`fragment PlayerName on Player { id publicId name }\`);
const query = graphql(\`query ($id: ID!, $last: Int) {
  node(id: $id) { __typename id ... on Battle { date players { player { ...PlayerName } } } }
  clubs(last: $last) { edges { cursor node { slug } } pageInfo { startCursor hasPreviousPage } }
}\`, [PlayerName]);
declare const data: ResultOf<typeof query>;
`;

const RIGHT = `
export const cursor: string | null = data.clubs.pageInfo.startCursor;
export const slugs: string[] = data.clubs.edges.map(({ node }) => node.slug);
export const variables: VariablesOf<typeof query> = { id: 'x' };
export const names = data.node?.__typename === 'Battle'
  ? data.node.players.map(({ player }): string | null => player && readFragment(PlayerName, player).name)
  : [];
`;

/** Each line is an error on its own. */
const WRONG = [
  'export const notNull: string = data.clubs.pageInfo.startCursor;',
  'export const notSelected = data.clubs.edges[0]?.node.name;',
  'export const notOfEveryKind = data.node?.date;',
  'export const notWithoutId: VariablesOf<typeof query> = { last: 1 };',
];

test('what is right by the types is taken, and each line that is wrong is refused', async () => {
  const folder = await temporaryFolder();
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(root, 'schema.graphql'), join(folder, 'schema.graphql'));
  const plugin = { name: 'gql.tada/ts-plugin', schema: './schema.graphql', tadaOutputLocation: './graphql-env.d.ts' };
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    ...{ module: 'nodenext', target: 'es2022', plugins: [plugin] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'right.ts'), BEGIN + RIGHT);
  await writeFile(join(folder, 'wrong.ts'), BEGIN + WRONG.join('\n'));

  await node(['node_modules/gql.tada/bin/cli.js', 'generate-output'], { cwd: folder });
  const { stdout } = await node(['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  const refused = [...String(stdout).matchAll(/^(\w+)\.ts\((\d+),/gm)].map(([, file, line]) => `${file} ${line}`);
  const first = BEGIN.split('\n').length;
  expect(refused).toStrictEqual(WRONG.map((_, at) => `wrong ${first + at}`));
});
