// Whatever a document's fragments spread, each phase that traverses it takes steps proportional to its size.
import fc from 'fast-check';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  Kind,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/config.js';
import { ApiError } from '../../src/errors.js';
import { selectOf } from '../../src/graphql/builder/look-ahead.js';
import { createOnce, fieldsOf, fragmentsOf, objectTypesOf, walked } from '../../src/graphql/document/selections.js';
import { costOf } from '../../src/graphql/limits/cost.js';
import { repeatedFields } from '../../src/graphql/limits/repeats.js';
import { CEILING, refuseShape } from '../../src/graphql/limits/shape.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { createShapes } from '../../src/rest/shape.js';
import { doubling, fragmentGraphs, objectTypes, wayTo } from '../support/fragment-graph.js';

function stepsOf(phase: () => unknown): number {
  const before = walked.steps;
  phase();
  return walked.steps - before;
}

const cost = (document: DocumentNode) =>
  costOf({ schema, document, variableValues: {}, contextValue: {} }, LIMITS.cost);

/** Every place from which resolvers could look ahead, as execution would present it to them. */
function placesOf(document: DocumentNode): GraphQLResolveInfo[] {
  const fragments = fragmentsOf(document);
  const once = createOnce<void>();
  const places: GraphQLResolveInfo[] = [];
  const walk = (type: GraphQLObjectType, sets: SelectionSetNode[]): void => {
    for (const { field, nodes, sets: inside } of fieldsOf(sets, type, { schema, fragments })) {
      if (inside.length === 0) continue;
      places.push(infoOf(field.type, nodes));
      for (const each of objectTypesOf(getNamedType(field.type), schema))
        once(inside, [each], () => walk(each, inside));
    }
  };
  const infoOf = (returnType: GraphQLOutputType, fieldNodes: FieldNode[]) =>
    ({ schema, fragments: Object.fromEntries(fragments), returnType, fieldNodes }) as unknown as GraphQLResolveInfo;
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) walk(schema.getQueryType() as GraphQLObjectType, [node.selectionSet]);
  }
  return places;
}

const lookAhead = (places: GraphQLResolveInfo[]) => {
  for (const info of places) {
    const type = getNamedType(info.returnType);
    if (type.name.endsWith('Connection')) selectOf(info, { inside: [['nodes']] });
    else if (type.extensions.pothosPrismaModel) selectOf(info);
  }
};

const shape = (document: DocumentNode) => {
  const shapeOf = createShapes(schema, fragmentsOf(document), []);
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION)
      shapeOf(schema.getQueryType() as GraphQLObjectType, [node.selectionSet]);
  }
};

/** The highest limits that can be set. */
const UNLIMITED = { depth: CEILING, aliases: CEILING, directives: CEILING, rootFields: CEILING };

const refusalOf = (check: () => unknown): string | null => {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
};

describe('steps are in proportion to the size of the document', () => {
  test('whatever its fragments spread, up to 100 kB', () => {
    const seen = { refused: 0, taken: 0 };
    fc.assert(
      fc.property(fragmentGraphs(schema, 100_000), (text) => {
        const document = parse(text);
        let refusal: string | null = null;
        const limits = () => {
          refusal = refusalOf(() => refuseShape(document, UNLIMITED));
        };
        expect(stepsOf(limits)).toBeLessThan(10 * text.length);
        seen[refusal === null ? 'taken' : 'refused'] += 1;
        // No later phase sees a document that was refused.
        if (refusal !== null) return;
        expect(stepsOf(() => cost(document))).toBeLessThan(10 * text.length);
        const places = placesOf(document);
        expect(stepsOf(() => lookAhead(places))).toBeLessThan(10 * text.length);
      }),
      { numRuns: 30 },
    );
    expect(seen.taken).toBeGreaterThan(5);
  }, 120_000);

  test.each(objectTypes(schema).map((type) => [type.name, type] as const))(
    'a chain of 30 fragments on %s, each of which spreads the next one twice',
    (_name, type) => {
      const text = `${wayTo(schema, type)('...F0')} ${doubling(type, 30)}`;
      const document = parse(text);
      expect(validate(schema, document)).toStrictEqual([]);
      const places = placesOf(document);
      const phases = {
        limits: () => refuseShape(document, LIMITS),
        cost: () => cost(document),
        'look-ahead': () => lookAhead(places),
        shape: () => shape(document),
      };
      for (const [phase, run] of Object.entries(phases)) {
        expect(stepsOf(run), phase).toBeLessThan(text.length);
      }
    },
  );

  test('a document that spreads many fragments in many places is refused', () => {
    const many = (count: number) => {
      const links = Array.from({ length: count }, (_, n) => `fragment F${n} on Club { ...F${n + 1} }`);
      const places = Array.from({ length: count }, (_, n) => `a${n}: organizer { ...F0 }`);
      return parse(
        `{ tournament(slug: "a") { ${places.join(' ')} } } ${links.join(' ')} fragment F${count} on Club { slug }`,
      );
    };
    expect(refusalOf(() => repeatedFields(many(150), 200))).toBe(null);
    expect(refusalOf(() => repeatedFields(many(400), 200))).toBe(
      'The document spreads its fragments in too many places; ask for less in one request',
    );
  });
});
