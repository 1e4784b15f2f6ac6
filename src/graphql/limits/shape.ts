// Shape of a document: its depth and its number of aliases, directives and root fields, with fragments expanded. Each
// fragment is visited once however often it is spread, so an exponential document is counted without being expanded.
import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import type { Limits } from '../../config.js';
import { errors } from '../../errors.js';
import { fragmentsOf, walked } from '../document/selections.js';
import { repeatedFields } from './repeats.js';

export type Shape = {
  depth: number;
  /** Depth below `__schema` and `__type`, themselves included. */
  introspectionDepth: number;
  aliases: number;
  /** Total length of all aliases. */
  aliasCharacters: number;
  directives: number;
  /** Fields of the outermost level. */
  rootFields: number;
};

export type ShapeLimits = Pick<Limits, 'depth' | 'aliases' | 'directives' | 'rootFields'>;

/** Counts saturate here: larger ones say nothing more, and sums of sums stay finite. */
export const CEILING = 1_000_000;

/**
 * Depth of the standard introspection query, which every tool sends and which is deeper than any query about
 * tournaments needs to be. The depth comes from `ofType`, which ends where the schema does; the lists that could
 * multiply are bounded by graphql's own rule (three deep) and by the cost, which counts what introspection returns.
 */
const INTROSPECTION_DEPTH = 15;

/** Does not restrict what can be queried: validation compares repeated fields pairwise, in quadratic time. */
const REPEATED_FIELDS = 200;

/**
 * Average length allowed per alias. Aliases are repeated in every object of the answer and in the path of every error,
 * so the cost bounds the size of an answer only if they are short.
 */
const ALIAS_CHARACTERS = 40;

export function refuseShape(document: DocumentNode, limits: ShapeLimits): void {
  for (const { depth, introspectionDepth, aliases, aliasCharacters, directives, rootFields } of shapesOf(document)) {
    refuseOver(depth, limits.depth, (n) => `The document nests fields ${n} deep`);
    refuseOver(introspectionDepth, INTROSPECTION_DEPTH, (n) => `The document nests introspection fields ${n} deep`);
    refuseOver(aliases, limits.aliases, (n) => `The document has ${n} aliases, with fragments expanded`);
    refuseOver(
      aliasCharacters,
      limits.aliases * ALIAS_CHARACTERS,
      (n) => `The aliases of the document have ${n} characters, with fragments expanded`,
    );
    refuseOver(directives, limits.directives, (n) => `The document has ${n} directives, with fragments expanded`);
    refuseOver(rootFields, limits.rootFields, (n) => `The document asks for ${n} root fields`);
  }
  if (repeatedFields(document, REPEATED_FIELDS) > REPEATED_FIELDS) {
    throw errors.badRequest(`The document repeats fields more than ${REPEATED_FIELDS} times; ask for each once`);
  }
}

/** Returns one shape per operation. Throws if a fragment spreads itself, directly or not. */
export function shapesOf(document: DocumentNode): Shape[] {
  const counter = createCounter(document);
  for (const node of document.definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) counter.fragment(node);
  return document.definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const shape = counter.selections(node.selectionSet);
    const onVariables = node.variableDefinitions?.map(({ directives }) => directives?.length ?? 0) ?? [];
    const own = onVariables.reduce((sum, count) => sum + count, node.directives?.length ?? 0);
    return [{ ...shape, directives: plus(shape.directives, own) }];
  });
}

function createCounter(document: DocumentNode) {
  const fragments = fragmentsOf(document);
  const counted = new Map<FragmentDefinitionNode, Shape | 'counting'>();

  function fragment(node: FragmentDefinitionNode): Shape {
    const known = counted.get(node);
    if (known === 'counting') throw errors.badRequest(`The fragment ${node.name.value} leads back to itself`);
    if (known) return known;
    counted.set(node, 'counting');
    const inside = selections(node.selectionSet);
    const shape = { ...inside, directives: plus(inside.directives, node.directives?.length ?? 0) };
    counted.set(node, shape);
    return shape;
  }

  function selections(set: SelectionSetNode): Shape {
    const shape: Shape = { ...EMPTY };
    for (const node of set.selections) {
      walked.steps += 1;
      shape.directives = plus(shape.directives, node.directives?.length ?? 0);
      if (node.kind === Kind.FIELD) {
        const inside = node.selectionSet ? selections(node.selectionSet) : EMPTY;
        const introspects = node.name.value === '__schema' || node.name.value === '__type';
        if (node.alias) {
          shape.aliases = plus(shape.aliases, 1);
          shape.aliasCharacters = plus(shape.aliasCharacters, node.alias.value.length);
        }
        add(shape, {
          ...inside,
          depth: introspects ? 1 : inside.depth + 1,
          introspectionDepth: introspects ? inside.depth + 1 : inside.introspectionDepth,
          rootFields: 1,
        });
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        add(shape, selections(node.selectionSet));
      } else {
        const spread = fragments.get(node.name.value);
        if (spread) add(shape, fragment(spread));
      }
    }
    return shape;
  }

  return { fragment, selections };
}

const EMPTY: Shape = { depth: 0, introspectionDepth: 0, aliases: 0, aliasCharacters: 0, directives: 0, rootFields: 0 };

function add(shape: Shape, inside: Shape): void {
  shape.depth = Math.max(shape.depth, inside.depth);
  shape.introspectionDepth = Math.max(shape.introspectionDepth, inside.introspectionDepth);
  shape.aliases = plus(shape.aliases, inside.aliases);
  shape.aliasCharacters = plus(shape.aliasCharacters, inside.aliasCharacters);
  shape.directives = plus(shape.directives, inside.directives);
  shape.rootFields = plus(shape.rootFields, inside.rootFields);
}

const plus = (a: number, b: number) => Math.min(a + b, CEILING);

function refuseOver(count: number, limit: number, message: (count: string) => string): void {
  if (count <= limit) return;
  const shown = count >= CEILING ? `over ${CEILING.toLocaleString('en')}` : count.toLocaleString('en');
  throw errors.badRequest(`${message(shown)}; the limit is ${limit.toLocaleString('en')}`);
}
