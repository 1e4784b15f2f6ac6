// An operation that never changes is compiled once instead of interpreted each time.
import { type DocumentNode, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { schema } from './schema.js';

const known = new WeakMap<DocumentNode, CompiledQuery['query'] | null>();

/** Null for one that has to be interpreted. */
export function compiled(document: DocumentNode): CompiledQuery['query'] | null {
  const before = known.get(document);
  if (before !== undefined) return before;
  const now = selectsColumns(document) ? null : compile(document);
  known.set(document, now);
  return now;
}

function compile(document: DocumentNode): CompiledQuery['query'] {
  // Names of enums and texts are in the rows as they are shown, and numbers are looked at when they are written. To look
  // at each here would also make its path ready each time, for an error that does not come.
  const query = compileQuery(schema, document, undefined, { disableLeafSerialization: true });
  if (!isCompiledQuery(query)) throw new Error(`Cannot be compiled: ${query.errors?.[0]?.message}`);
  return query.query;
}

/** The Prisma plugin finds the columns it has read by the place of a field, and compiled fields do not share places. */
function selectsColumns(document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let selects = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        selects ||= types.getFieldDef()?.extensions.pothosPrismaSelect !== undefined;
      },
    }),
  );
  return selects;
}
