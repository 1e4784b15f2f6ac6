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
  type SelectionSetNode,
} from 'graphql';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { createOnce, lookupOf, selectionOf, setsOf } from '../selections.js';
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
const once = createOnce<Asked | null>();

/** Worked out once a place, and once for all places where the same is selected. */
function askedListing(info: GraphQLResolveInfo): Asked | null {
  const before = known.get(placeOf(info));
  if (before !== undefined) return before;
  const type = getNamedType(info.returnType);
  const sets = setsOf(info.fieldNodes);
  const now = isObjectType(type) ? once(sets, [type], () => findAskedListing(type, sets, info)) : null;
  known.set(placeOf(info), now);
  return now;
}

function findAskedListing(type: GraphQLObjectType, sets: SelectionSetNode[], info: GraphQLResolveInfo): Asked | null {
  const { schema, fragments } = lookupOf(info);
  const { fields } = selectionOf(sets, fragments, { type, schema });
  const [only, another] = fields;
  const [node] = only?.nodes ?? [];
  const field = type.getFields()[node?.name.value ?? ''];
  // What may be left out may leave nothing that is asked for at all.
  if (!only || another || only.conditional || !node || !field) return null;
  return getNamedType(field.type).extensions.isListing ? { type, field, node, fieldNodes: only.nodes } : null;
}
