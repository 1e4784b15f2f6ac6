// Normalising caches (Apollo, urql's Graphcache, Relay) identify an object by its type and `id`.
import { type GraphQLObjectType, getNullableType, isLeafType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';
import { createTestApp } from '../support/app.js';
import { openDemoDb } from '../support/demo-database.js';

const db = await openDemoDb();
const app = await createTestApp(db);

/** Places where objects with an id occur. The test fails if a type with an id does not occur here. */
const PLACES = `query ($after: String) {
  tournaments(first: 2, after: $after) {
    nextCursor
    nodes {
      ...TournamentLeaves
      organizer { ...ClubLeaves }
      teams { ...TeamLeaves club { ...ClubLeaves } participants { ...ParticipantLeaves team { ...TeamLeaves } } }
      stages { ...StageLeaves }
      participants(first: 50) { nodes { ...ParticipantLeaves player { ...PlayerLeaves } club { ...ClubLeaves } } }
      battles(first: 100) {
        nodes {
          ...BattleLeaves stage { ...StageLeaves } tournament { ...TournamentLeaves }
          players { player { ...PlayerLeaves } participant { ...ParticipantLeaves } knownFaction { ...FactionLeaves } }
        }
      }
    }
  }
}`;

const identified = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter((type) => !type.name.startsWith('__') && 'id' in type.getFields());

/** All scalar fields of an object. */
function leaves(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).filter(
    ({ args, type: of }) => args.length === 0 && isLeafType(getNullableType(of)),
  );
  return `fragment ${type.name}Leaves on ${type.name} { __typename ${fields.map(({ name }) => name).join(' ')} }`;
}

test('every object with an id says the same wherever it is met, and no other of its type has that id', async () => {
  const query = [PLACES, ...identified.map(leaves)].join('\n');
  const known = new Map<string, string>();
  let after: string | null = null;
  do {
    const { body } = await app.graphql(query, { after });
    expect(body.errors).toBeUndefined();
    for (const object of objectsIn(body.data)) {
      const said = JSON.stringify(object);
      const key = `${object.__typename}:${object.id}`;
      expect(known.get(key) ?? said).toBe(said);
      known.set(key, said);
    }
    after = body.data.tournaments.nextCursor;
  } while (after !== null);

  const met = new Set([...known.keys()].map((key) => key.slice(0, key.indexOf(':'))));
  expect([...met].sort()).toStrictEqual(identified.map(({ name }) => name).sort());
}, 180_000);

type Identified = { __typename: string; id: string };

/** Objects with their own scalar fields only, without nested objects and nulls. */
function* objectsIn(value: unknown): Generator<Identified> {
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  const own = Object.fromEntries(entries.filter(([, inside]) => typeof inside !== 'object'));
  if ('id' in own && '__typename' in own) yield own as Identified;
  for (const [, inside] of entries) yield* objectsIn(inside);
}
