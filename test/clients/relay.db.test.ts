// Relay's own compiler over schema.graphql with a component for every connection, and the service answering the
// compiled documents.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type GraphQLField, getNamedType, isInterfaceType, isNonNullType, isObjectType, parse } from 'graphql';
import { expect, test } from 'vitest';
import { globalId } from '../../src/graphql/read/global-id.js';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { atFileEnd } from '../support/file-end.js';
import { temporaryFolder } from '../support/process.js';
import { battle, casual, club, load, player, result, tournament } from '../support/world.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const relay: string = createRequire(import.meta.url)('relay-compiler');
const PAGING = ['first', 'after', 'last', 'before'];

/** Values of the arguments that a listing requires. */
const REQUIRED: Record<string, string> = { text: 'a' };

type Listing = { parent: string; field: GraphQLField<unknown, unknown>; end: 'first' | 'last' };

/** Listings that Relay can refetch: of the root, and of types with an id. */
const listings = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter((type) => type === schema.getQueryType() || type.getInterfaces().some(({ name }) => name === 'Node'))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ parent: type.name, field })))
  .filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'))
  .flatMap((each): Listing[] => [
    { ...each, end: 'first' },
    { ...each, end: 'last' },
  ])
  // A search can only be paged forwards.
  .filter(({ field, end }) => field.args.some((arg) => arg.name === end));

const nameOf = ({ parent, field, end }: Listing) => `${parent}${field.name}${end}`;

/** Written as an author of components would write it. */
function componentOf(listing: Listing): string {
  const { parent, field, end } = listing;
  const name = nameOf(listing);
  const own = field.args.filter((arg) => !PAGING.includes(arg.name));
  const definitions = own.map((arg) => `${arg.name}: { type: "${arg.type}" }`);
  const args = own.map((arg) => `${arg.name}: $${arg.name}`);
  const paging = end === 'first' ? 'first: $count, after: $cursor' : 'last: $count, before: $cursor';
  const edge = getNamedType(field.type);
  const entry = isObjectType(edge) ? edge.getFields().nodes : undefined;
  const type = entry && getNamedType(entry.type);
  const hasId = (isObjectType(type) || isInterfaceType(type)) && 'id' in type.getFields();
  return `import { graphql, usePaginationFragment } from 'react-relay';

export const ${name} = (key) => usePaginationFragment(graphql\`
  fragment ${name}_listing on ${parent}
  @refetchable(queryName: "${name}Query")
  @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" } ${definitions.join(' ')}) {
    ${field.name}(${[paging, ...args].join(', ')}) @connection(key: "${name}_${field.name}") {
      edges { node { ${hasId ? 'id' : '__typename'} } }
    }
  }\`, key);
`;
}
const db = await openTestDb();
const FIVE = [1, 2, 3, 4, 5];
await load(db, [
  ...FIVE.map((at) => club({ slug: `c-${at}`, name: `Club a${at}` })),
  ...FIVE.map((at) => player(`p-${at}`, { name: `Player a${at}` })),
  ...FIVE.map((at) =>
    tournament({
      slug: `t-${at}`,
      club: 'c-1',
      participants: [{ playerId: 'p-1' }, ...(at === 1 ? ['Ann', 'Bo', 'Cy', 'Di'] : ['Bo'])],
    }),
  ),
  ...FIVE.map((at) =>
    battle(`b-${at}`, {
      tournament: 't-1',
      sides: result('win', [{ faction: `Faction ${at}` }, { faction: 'Other' }]),
    }),
  ),
  ...FIVE.map((at) => casual(`f-${at}`, { club: 'c-1', sides: [{ playerId: 'p-1' }, { name: 'Bo' }] })),
]);
await db.sql.script(`
    INSERT INTO "player_rating" ("player_id", "week", "as_of", "value", "deviation", "provisional", "place", "strongest")
    SELECT "id", 1, '2026-01-04', 1500, 60, false, 1, "id" FROM "player";
    INSERT INTO "rating" ("player_id", "week", "value", "deviation", "volatility", "battles", "elo")
    SELECT 'p-1', w, 1500, 60, 0.06, 1, 1500 FROM generate_series(1, 5) AS w`);
const app = await createTestApp(db);
const folder = await temporaryFolder(atFileEnd);
const texts = await compiled(listings.map((each) => [nameOf(each), componentOf(each)]));

/** The documents that the compiler makes of the components, by name. Throws if it rejects one. */
async function compiled(components: [name: string, text: string][]): Promise<Map<string, string>> {
  const [sources, artifacts] = [join(folder, 'src'), join(folder, 'artifacts')];
  await Promise.all([sources, artifacts].map((path) => mkdir(path, { recursive: true })));
  await cp(join(root, 'schema.graphql'), join(folder, 'schema.graphql'));
  for (const [name, text] of components) await writeFile(join(sources, `${name}.ts`), text);
  const config = {
    src: 'src',
    schema: 'schema.graphql',
    language: 'typescript',
    artifactDirectory: 'artifacts',
    customScalarTypes: { Date: 'string', Metrics: 'Record<string, number>' },
  };
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
  await promisify(execFile)(relay, ['relay.config.json'], { cwd: folder });
  const files = (await readdir(artifacts)).filter((file) => file.endsWith('Query.graphql.ts'));
  const read = files.map(async (file): Promise<[string, string]> => {
    const [, text = '""'] = /"text": (".*")/.exec(await readFile(join(artifacts, file), 'utf8')) ?? [];
    return [file.slice(0, -'.graphql.ts'.length), JSON.parse(text)];
  });
  return new Map(await Promise.all(read));
}

const ID: Record<string, string> = {
  Tournament: globalId('Tournament', 't-1'),
  Club: globalId('Club', 'c-1'),
  Player: globalId('Player', 'p-1'),
};
/** Arguments of the root listings that need a parent. */
const OF: Record<string, object> = { battles: { tournament: 't-1' }, participants: { tournament: 't-1' } };

type Page = { edges: { cursor: string; node: object }[]; pageInfo: Record<string, unknown> };

test.each(listings.map((each) => [nameOf(each), each] as const))(
  '%s is taken by the compiler with @connection and @refetchable, and paged to its end',
  async (name, { parent, field, end }) => {
    const query = texts.get(`${name}Query`) ?? '';
    expect(parse(query).definitions.length).toBeGreaterThan(0);
    const required = field.args.filter((arg) => isNonNullType(arg.type)).map((arg) => [arg.name, REQUIRED[arg.name]]);
    const own = { id: ID[parent], ...(parent === 'Query' && OF[field.name]), ...Object.fromEntries(required) };
    const read = async (cursor: string | null): Promise<Page> => {
      const { body } = await app.graphql(query, { ...own, count: 2, cursor });
      expect(body.errors).toBeUndefined();
      return (parent === 'Query' ? body.data : body.data.node)[field.name];
    };
    const [hasMore, nextCursor] = end === 'first' ? ['hasNextPage', 'endCursor'] : ['hasPreviousPage', 'startCursor'];
    const nodes = new Set<string>();
    let cursor: string | null = null;
    do {
      const { edges, pageInfo }: Page = await read(cursor);
      // Not every type has an id, but every entry has a cursor.
      for (const { cursor: at } of edges) nodes.add(at);
      cursor = pageInfo[hasMore] ? String(pageInfo[nextCursor]) : null;
    } while (cursor !== null);
    expect(nodes.size).toBeGreaterThanOrEqual(5);
  },
);

test('the compiler refuses what is not a connection, so that it has judged those that are', async () => {
  const wrong = `graphql\`fragment wrong_stages on Tournament { stages @connection(key: "wrong_stages") { id } }\``;
  await expect(compiled([['wrong', wrong]])).rejects.toThrow(/stages/);
});
