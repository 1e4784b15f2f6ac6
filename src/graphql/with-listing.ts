// What is asked for nothing but one of its listings, as by every listing of something over REST, is read with the listing:
// the statement that reads the page says whether there is such a thing at all, which saves the one that would look it up.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { placeOf } from './place.js';

/** Marks the types of listings. */
export const LISTING = { isListing: true };

type Listing = { hasParent: boolean };
type Asked = {
  type: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  node: FieldNode;
  fieldNodes: FieldNode[];
};

const alreadyRead = new WeakMap<object, Promise<Listing>>();

/** The one listing that is asked of this parent, if it was read with it. */
export const readWithParent = (parent: object): Promise<Listing> | undefined => alreadyRead.get(parent);

/**
 * `row`, which has the key and nothing else, or null if there is no such thing. What is asked for more than one listing
 * is looked up, and so is what is asked for a listing that is refused: that it is not there comes before that.
 */
export function findWithListing<Row extends object>(
  row: Partial<Row>,
  lookUp: () => Promise<Row | null>,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Row | null> {
  const asked = askedListing(info);
  if (!asked) return lookUp();
  const { type, field, node, fieldNodes } = asked;
  const { name } = field;
  const path = { prev: info.path, key: node.alias?.value ?? name, typename: type.name };
  const args = getArgumentValues(field, node, info.variableValues);
  const infoOfField = { ...info, fieldName: name, fieldNodes, parentType: type, returnType: field.type, path };
  const listing = field.resolve?.(row, args, context, infoOfField) as Promise<Listing>;
  alreadyRead.set(row, listing);
  return listing.then(
    ({ hasParent }) => (hasParent ? (row as Row) : null),
    // A failure is for the listing's own field to say.
    (error) => (error instanceof ApiError ? lookUp() : (row as Row)),
  );
}

const known = new WeakMap<object, Asked | null>();

/** Worked out once a place. */
function askedListing(info: GraphQLResolveInfo): Asked | null {
  const before = known.get(placeOf(info));
  if (before !== undefined) return before;
  const now = findAskedListing(info);
  known.set(placeOf(info), now);
  return now;
}

function findAskedListing({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): Asked | null {
  const only = (set: SelectionSetNode | undefined): FieldNode | null => {
    const [node, ...others] = set?.selections ?? [];
    if (!node || others.length > 0 || node.directives?.some(({ name }) => CONDITIONS.has(name.value))) return null;
    if (node.kind === Kind.FIELD) return node;
    return only((node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value])?.selectionSet);
  };
  const type = getNamedType(returnType);
  const node = fieldNodes.length === 1 ? only(fieldNodes[0]?.selectionSet) : null;
  const field = node && isObjectType(type) ? type.getFields()[node.name.value] : undefined;
  if (!node || !field || !isObjectType(type)) return null;
  return getNamedType(field.type).extensions.isListing ? { type, field, node, fieldNodes: [node] } : null;
}

/** With one of these nothing may be asked for at all. */
const CONDITIONS = new Set(['skip', 'include']);
