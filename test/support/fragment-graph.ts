// Documents of fragments that spread each other, on every type of the schema: chains that double, wide fans, aliases,
// fragments inside fields. There are no cycles.
import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { Random } from '../../scripts/demo-world/random.js';

type Field = GraphQLField<unknown, unknown>;
/** The value of a field's required key argument. */
type KeyOf = (field: Field) => string;
type Knobs = {
  seed: number;
  bytes: number;
  times: number;
  width: number;
  nesting: number;
  leaves: number;
  aliases: number;
};

/** Each fragment spreads the next one twice. */
export const doubling = (type: GraphQLNamedType, links: number, last = '__typename'): string =>
  `${Array.from({ length: links }, (_, n) => `fragment F${n} on ${type.name} { ...F${n + 1} ...F${n + 1} }`).join(' ')}
  fragment F${links} on ${type.name} { ${last} }`;

export const fragmentGraphs = (schema: GraphQLSchema, maxBytes: number, keyOf?: KeyOf): fc.Arbitrary<string> =>
  fc
    .record({
      seed: fc.integer(),
      bytes: fc.integer({ min: 300, max: maxBytes }),
      times: fc.integer({ min: 1, max: 4 }),
      width: fc.integer({ min: 1, max: 8 }),
      nesting: fc.constantFrom(0, 0.01, 0.4),
      leaves: fc.constantFrom(0, 0.005, 0.4),
      aliases: fc.constantFrom(0, 0.01, 0.3),
    })
    .map((knobs) => fragmentGraph(schema, knobs, keyOf));

const isRoot = (schema: GraphQLSchema, type: GraphQLObjectType) =>
  type === schema.getQueryType() || type === schema.getSubscriptionType();

/** The object types that a document can select. */
export const objectTypes = (schema: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !isRoot(schema, type) && !type.name.startsWith('__'),
  );

/** The shortest path from the root to objects of a type, as a function that wraps a selection on them. */
export function wayTo(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  keyOf: KeyOf = () => 'a',
): (inside: string) => string {
  const query = schema.getQueryType() as GraphQLNamedType;
  const ways = new Map<GraphQLNamedType, (inside: string) => string>([[query, (inside) => `{ ${inside} }`]]);
  for (const [from, way] of ways) {
    const objects = isObjectType(from) ? [from] : [];
    for (const field of objects.flatMap((object) => Object.values(object.getFields()))) {
      const to = getNamedType(field.type);
      // These fields need one of their optional arguments.
      if (!isCompositeType(to) || (from === query && 'sameAs' in field.extensions)) continue;
      const given = field.args.filter(isRequiredArgument).map(({ name, type: of }) => {
        const named = getNamedType(of);
        return `${name}: ${isEnumType(named) ? named.getValues()[0]?.name : `"${keyOf(field)}"`}`;
      });
      const step = (inside: string) =>
        way(`${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} { ${inside} }`);
      if (!ways.has(to)) ways.set(to, step);
      if (isObjectType(to)) continue;
      for (const each of schema.getPossibleTypes(to)) {
        if (!ways.has(each)) ways.set(each, (inside) => step(`... on ${each.name} { ${inside} }`));
      }
    }
  }
  const way = ways.get(type);
  if (!way) throw new Error(`Nothing leads to ${type.name}`);
  return way;
}

function fragmentGraph(schema: GraphQLSchema, knobs: Knobs, keyOf?: KeyOf): string {
  const { seed, bytes, times, width, nesting, leaves: plain, aliases } = knobs;
  const dice = new Random(String(seed));
  const random = () => dice.next();
  const one = <Item>(items: readonly Item[]) => dice.pick(items);
  const types = objectTypes(schema);
  const favourites = Array.from({ length: 1 + Math.floor(random() * 4) }, () => one(types));
  const made = new Map<GraphQLNamedType, string[]>();
  const spread = (type: GraphQLNamedType) => {
    const names = made.get(type);
    // Usually the latest one, which makes long chains.
    return names ? `...${random() < 0.8 ? names.at(-1) : one(names.slice(-4))} ` : '__typename ';
  };
  const alias = (field: Field) => (random() < aliases ? `a${Math.floor(random() * 5)}_${field.name}: ` : '');

  const selection = (type: GraphQLObjectType): string => {
    const fields = Object.values(type.getFields()).filter((field) => !field.args.some(isRequiredArgument));
    const leaves = fields.filter((field) => !isCompositeType(getNamedType(field.type)));
    const branches = fields.filter((field) => isObjectType(getNamedType(field.type)));
    const branch = random() < nesting && branches.length > 0 ? one(branches) : null;
    if (branch) return `${alias(branch)}${branch.name} { ${spread(getNamedType(branch.type)).repeat(times)}} `;
    if (random() < 0.1) return `... on ${type.name} { ${spread(type)}} `;
    if (random() < plain && leaves.length > 0) {
      const leaf = one(leaves);
      return `${alias(leaf)}${leaf.name} `;
    }
    return spread(type).repeat(times);
  };

  const fragments = new Map<string, string>();
  for (let size = 0; size < bytes; ) {
    const type = random() < 0.95 ? one(favourites) : one(types);
    const body = Array.from({ length: 1 + Math.floor(random() * width) }, () => selection(type)).join('');
    const name = `F${fragments.size}`;
    const text = `fragment ${name} on ${type.name} { ${body}}\n`;
    size += text.length;
    fragments.set(name, text);
    made.set(type, [...(made.get(type) ?? []), name]);
  }
  const ways = favourites.map((type) => wayTo(schema, type, keyOf)(spread(type).repeat(times)).slice(1, -1));
  return withFragments(`{ ${ways.join(' ')} }\n`, fragments);
}

/** Adds only the fragments that are used, because an unused one is an error. */
function withFragments(operation: string, fragments: ReadonlyMap<string, string>): string {
  const texts = new Set([operation]);
  for (const text of texts) {
    for (const [, name] of text.matchAll(/\.\.\.(F\d+)/g)) texts.add(fragments.get(name ?? '') ?? '');
  }
  return [...texts].join('');
}
