// Our schema behind SOFA, which executes with graphql-js. SOFA makes a route of a root field with everything below it,
// so its schema contains only what our battle listing shows: the same types and resolvers with fewer fields.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  execute,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { useSofa } from 'sofa-api';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { type Context, createContext } from '../../src/graphql/builder/context.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { createCursors } from '../../src/paging/page.js';

const SHOWN: Record<string, string[]> = {
  Query: ['club'],
  Club: ['battles'],
  BattleConnection: ['nodes', 'nextCursor'],
  Battle: [
    ...['battleId', 'date', 'tournamentSlug', 'stageId', 'round', 'scenario', 'battlePack', 'battleSize', 'winnerName'],
    ...['victorySize', 'players', 'url'],
  ],
  BattlePlayer: [
    ...['name', 'playerId', 'faction', 'subFaction', 'outcome', 'battlePoints', 'victoryPoints', 'objectivePoints'],
    ...['battleTacticsScored', 'grandStrategy', 'drops', 'role', 'metrics'],
  ],
  GrandStrategy: ['picked', 'scored'],
};

const shown = new Map<string, GraphQLObjectType>();
function showing(type: GraphQLOutputType): GraphQLOutputType {
  if (isNonNullType(type)) return new GraphQLNonNull(showing(type.ofType));
  if (isListType(type)) return new GraphQLList(showing(type.ofType));
  return isObjectType(type) ? showingObject(type) : type;
}
function showingObject(type: GraphQLObjectType): GraphQLObjectType {
  const known = shown.get(type.name);
  if (known) return known;
  const config = type.toConfig();
  const fields = () =>
    Object.fromEntries(
      Object.entries(config.fields)
        .filter(([name]) => SHOWN[type.name]?.includes(name))
        .map(([name, field]) => [name, { ...field, type: showing(field.type) }]),
    );
  const made = new GraphQLObjectType({ ...config, interfaces: [], fields });
  shown.set(type.name, made);
  return made;
}

const db = await openPostgres(String(process.env.DATABASE_URL), 10, console.error);
const cursors = createCursors({ secrets: () => ['b'.repeat(32)], lifetimeMs: 86_400_000 });
const services = { siteUrl: 'https://battles.example', cursors, modelsOn: db.modelsOn };
const query = showingObject(schema.getQueryType() as GraphQLObjectType);
const sofa = useSofa({
  basePath: '/api',
  schema: new GraphQLSchema({ query }),
  depthLimit: 10,
  context: () => {
    const snapshot = db.snapshot();
    return { ...createContext(services, snapshot, { siteUrl: services.siteUrl, keysOnly: false }), end: snapshot.end };
  },
  // Releases the context and ends the snapshot, as our own endpoints do.
  execute: async (args) => {
    const result = await execute(args);
    const { release, end } = args.contextValue as Context & { end(): Promise<void> };
    release();
    void end();
    return result;
  },
});
const server = createServer(sofa);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
