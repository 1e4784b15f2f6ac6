// GraphQL documents generated from the schema: valid ones with any selection, and corrupted ones.
import fc, { type Arbitrary, type GeneratorValue } from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { globalId } from '../../src/graphql/read/global-id.js';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';
import { GRAPHQL_PATH } from '../../src/http/endpoint.js';
import type { Known } from './known.js';
import type { WireRequest } from './request.js';

const DEPTH_MAX = 5;

type Values = Record<string, unknown>;
export type Document = { query: string; variables: Values };

/** A valid document. */
export const arbitraryDocument = (known: Pick<Known, 'ids' | 'cursors'>): Arbitrary<Document> =>
  fc.gen().map((g) => makeDocument(g, known));

/** A request in one of the possible forms, with the headers that the form needs. */
export function arbitraryGraphql(known: Known): Arbitrary<WireRequest> {
  const document = arbitraryDocument(known);
  const broken = fc.record({
    made: document,
    at: fc.nat(),
    cut: fc.nat(6),
    put: fc.constantFrom('', '{', '}', '(', '"', '$', '...', '@', 'é', '\0', '#', '9e9', 'on', '"""', '!'),
  });
  const spoiled = broken.map(({ made, at, cut, put }) => ({ ...made, query: spoil(made.query, at, cut, put) }));
  return fc.oneof({ weight: 3, arbitrary: document }, { weight: 1, arbitrary: spoiled }).chain(asked);
}

function asked({ query, variables }: Document): Arbitrary<WireRequest> {
  const json = JSON.stringify({ query, variables });
  const post = (body: string, type = 'application/json'): WireRequest => ({
    method: 'POST',
    target: GRAPHQL_PATH,
    headers: [['content-type', type]],
    body,
  });
  const get = (query_: string): WireRequest => ({
    method: 'GET',
    target: `${GRAPHQL_PATH}?${query_}`,
    headers: [['accept', 'application/json']],
    body: null,
  });
  const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(post(json)) },
    {
      weight: 4,
      arbitrary: fc.constant(get(`query=${encoded(query)}&variables=${encoded(JSON.stringify(variables))}`)),
    },
    {
      weight: 3,
      arbitrary: fc.oneof(
        fc.constantFrom(
          post(query, 'application/graphql'),
          post(
            new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString(),
            'application/x-www-form-urlencoded',
          ),
          post(`[${json}]`),
          post(json, 'text/plain'),
          post(json.slice(0, -3)),
          post(JSON.stringify({ query, variables: [variables], operationName: 7, extensions: 'x' })),
          post(JSON.stringify({ query, operationName: 'Nobody' })),
          post(JSON.stringify({ documentId: 'TournamentsPage', variables })),
          post(''),
          get('documentId=TournamentPage&variables=%7B%22slug%22%3A%22spring-clash%22%7D'),
          get(`query=${encoded(query)}&variables=x`),
          get('extensions=%7B%22persistedQuery%22%3A1%7D'),
          { ...post(json), method: 'PUT' },
        ),
        fc.json().map((body) => post(body)),
      ),
    },
  );
}

function spoil(text: string, at: number, cut: number, put: string): string {
  const place = at % (text.length + 1);
  return text.slice(0, place) + put + text.slice(place + cut);
}

type Making = {
  g: GeneratorValue;
  known: Pick<Known, 'ids' | 'cursors'>;
  variables: Values;
  declared: string[];
  fragments: string[];
};

function makeDocument(g: GeneratorValue, known: Pick<Known, 'ids' | 'cursors'>): Document {
  const making: Making = { g, known, variables: {}, declared: [], fragments: [] };
  const selection = selectionOf(making, schema.getQueryType() as GraphQLNamedType, 0);
  const declared = making.declared.length > 0 ? `(${making.declared.join(', ')})` : '';
  return { query: [`query Any${declared} ${selection}`, ...making.fragments].join('\n'), variables: making.variables };
}

function selectionOf(making: Making, type: GraphQLNamedType, depth: number): string {
  const { g } = making;
  const parts: string[] = [];
  if (isAbstractType(type)) {
    for (const possible of schema.getPossibleTypes(type))
      parts.push(`... on ${possible.name} ${selectionOf(making, possible, depth)}`);
  } else if (isObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < DEPTH_MAX || isLeafType(getNamedType(field.type)),
    );
    for (let left = g(fc.integer, { min: 1, max: depth === 0 ? 2 : 4 }); left > 0 && fields.length > 0; left -= 1) {
      const field = fields[g(fc.nat, fields.length - 1)] as (typeof fields)[number];
      const inner = getNamedType(field.type);
      // A new alias each time: the same field with other arguments would be refused.
      const alias = field.args.length > 0 || !isLeafType(inner) ? `a${g(fc.nat, 1_000_000)}: ` : '';
      const inside = isLeafType(inner) ? '' : ` ${selectionOf(making, inner, depth + 1)}`;
      parts.push(
        wrapped(
          making,
          type.name,
          `${alias}${field.name}${argumentsOf(making, field.args)}${directive(making)}${inside}`,
        ),
      );
    }
  }
  return `{ ${['__typename', ...parts].join(' ')} }`;
}

/** The field itself, or the field in a fragment. */
function wrapped({ g, fragments }: Making, type: string, field: string): string {
  const way = g(fc.nat, 9);
  if (way === 0) return `... on ${type} { ${field} }`;
  if (way > 1) return field;
  const name = `F${fragments.length}`;
  fragments.push(`fragment ${name} on ${type} { ${field} }`);
  return `...${name}`;
}

function directive(making: Making): string {
  const { g } = making;
  if (g(fc.nat, 9) > 0) return '';
  const yes = g(fc.boolean);
  const value = g(fc.boolean) ? String(yes) : variable(making, 'Boolean!', yes);
  return ` @${g(fc.constantFrom, 'include', 'skip')}(if: ${value})`;
}

/** Arguments used rarely: a cursor of another page is refused, and so is `last` together with `first`. */
const SELDOM = ['after', 'before', 'last'];

function argumentsOf(making: Making, args: readonly GraphQLArgument[]): string {
  const { g } = making;
  const given = args.filter(({ name, type }) => isNonNullType(type) || g(fc.nat, SELDOM.includes(name) ? 9 : 1) === 0);
  if (given.length === 0) return '';
  const pairs = given.map(({ name, type }) => {
    const value = anyValue(making, name, type);
    const literal = isEnumType(getNamedType(type)) && typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}: ${g(fc.boolean) ? literal : variable(making, String(type), value)}`;
  });
  return `(${pairs.join(', ')})`;
}

function variable({ variables, declared }: Making, type: string, value: unknown): string {
  const name = `v${declared.length}`;
  variables[name] = value;
  declared.push(`$${name}: ${type}`);
  return `$${name}`;
}

function anyValue({ g, known }: Making, name: string, type: GraphQLInputType): unknown {
  if (g(fc.nat, 39) === 0)
    return g(fc.constantFrom, null, '', -1, 1.5, 2 ** 31, true, [], 'x'.repeat(500), '\ud800', '\0', '😀');
  const inner = getNamedType(type);
  if (isEnumType(inner)) return g(fc.constantFrom, ...inner.getValues().map((value) => value.name));
  if (inner.name === 'Int') return g(fc.constantFrom, 1, 2, 3, 5, 20);
  if (inner.name === 'Date') return g(fc.constantFrom, '2026-01-01', '2026-05-02');
  if (inner.name === 'Boolean') return g(fc.boolean);
  if (name === 'after' || name === 'before') return g(fc.constantFrom, ...known.cursors, 'bm8');
  if (name === 'ids') return g(fc.constantFrom, [], idsOf(known).slice(0, 3), idsOf(known).slice(-3), ['nowhere']);
  if (name === 'id' && g(fc.boolean)) return g(fc.constantFrom, ...idsOf(known));
  if (name === 'stage') return g(fc.constantFrom, 'swiss', 'knockout', 'standings', 'nowhere');
  return g(fc.constantFrom, ...Object.values(known.ids).flat(), 'nowhere');
}

const TYPES = { tournaments: 'Tournament', clubs: 'Club', users: 'Player', battles: 'Battle' } as const;

function idsOf({ ids }: Pick<Known, 'ids'>): string[] {
  const typed = Object.entries(TYPES).flatMap(([noun, type]) => (ids[noun] ?? []).map((key) => globalId(type, key)));
  return [...typed, globalId('Stage', 'spring-clash', 'swiss'), globalId('Participant', 'spring-clash', 1)];
}
