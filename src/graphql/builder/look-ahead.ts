// Look-ahead: derives a Prisma `select` from what a document selects below a field. Each field declares what it reads
// in the terms of Pothos' Prisma plugin (`t.expose…`, `select`, `t.relation`). This plugin replaces the loading of that
// one, which looks up loaded data by response path, anew for every row, and would not find it in compiled operations.
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import { createMemo } from '../../db/one-statement/memo.js';
import type { Model } from '../../db/one-statement/model.js';
import { ROW_FIELDS, refuseUnreadable } from '../../db/one-statement/plan.js';
import { createOnce, fieldsOf, type Lookup, lookupOf, setsOf } from '../document/selections.js';

type Selection = { [field: string]: true | { select?: Selection }; [SELECTED]?: true; [ROW_FIELDS]?: Made };
type Made = Record<string, (row: never) => unknown>;
/** Placeholder for what a document selects inside the field. */
const SELECTED = Symbol('selected');

const NAME = 'lookAhead';
// biome-ignore lint/style/noDefaultExport: Pothos plugins are default exports.
export default NAME;

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      lookAhead: LookAheadPlugin<Types>;
    }
  }
}

/**
 * For a field that depends only on its row, and whose rows all come from the reader: it is computed once, when the row
 * is read. A resolver would be called through three closures for every row (docs/figures.md).
 */
export const COMPUTED_ON_READ = { computedOnRead: true };

class LookAheadPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const {
      pothosPrismaSelect: select,
      computedOnRead,
      ...extensions
    } = (field.extensions ?? {}) as Record<string, unknown>;
    const reads = select ? readsOf(select, field.name) : {};
    if (computedOnRead) {
      const made = { [field.name]: madeBy(field.resolve as Resolve, field.name) };
      return {
        ...field,
        resolve: defaultFieldResolver,
        extensions: { ...extensions, reads: { ...reads, [ROW_FIELDS]: made } },
      };
    }
    return select ? { ...field, extensions: { ...extensions, reads } } : field;
  }
}

SchemaBuilder.registerPlugin(NAME, LookAheadPlugin);

/** The `select` of a relation is a function of arguments and context; it must use neither, or the proxy throws. */
function readsOf(select: unknown, field: string): Selection {
  if (typeof select !== 'function') return select as Selection;
  const unknown = unknownTo(`What ${field} reads`);
  const reads = select(unknown, unknown, (query: { select?: object }) => ({
    ...query,
    select: { ...query.select, [SELECTED]: true },
  }));
  return reads.select;
}

type Resolve = (row: never, args: object, context: object, info: object) => unknown;

function madeBy(resolve: Resolve, field: string): (row: never) => unknown {
  const unknown = unknownTo(field);
  return (row) => resolve(row, unknown, unknown, unknown);
}

const unknownTo = (what: string) => new Proxy({}, { get: () => refuse(`${what} depends on arguments or context`) });

/**
 * Returns the same object for the same field nodes, because the reader memoises statements by it. `inside` are paths to
 * one type, at whose ends the selection is taken; `through` wraps it in the relation of that name; `type` is the object
 * type to select on where the field, or the end of the paths, is abstract.
 */
export function selectOf(info: GraphQLResolveInfo, { inside, through, type }: Inside = {}): object {
  return known(info.fieldNodes, type, () => {
    const of = getNamedType(info.returnType) as GraphQLObjectType;
    const [sets, lookup] = [setsOf(info.fieldNodes), lookupOf(info)];
    const inner = inside ? selectInside(of, sets, lookup, { inside, type }) : selectBelow(type ?? of, sets, lookup);
    // Field nodes are collected anew for each interpreted execution, but `inner` is memoised by selection sets.
    return through === undefined ? inner : wrapped(inner, through, () => ({ [through]: { select: inner } }));
  });
}

/** A path of field names. */
type Way = readonly string[];
type Inside = { inside?: readonly Way[]; through?: string | undefined; type?: GraphQLObjectType | undefined };

const known = createMemo<object>();
const wrapped = createMemo<object>();
const once = createOnce<Selection>();
const asked = createOnce<boolean>();

type Sets = ReturnType<typeof setsOf>;
type Field = GraphQLField<unknown, unknown>;

function selectBelow(type: GraphQLObjectType, sets: Sets, lookup: Lookup): Selection {
  return once(sets, [type], () => selectIn(type, fieldsOf(sets, type, lookup), lookup));
}

/** Each place is processed separately: one alias can stand for different fields in two places. */
function selectInside(
  of: GraphQLObjectType,
  sets: Sets,
  lookup: Lookup,
  { inside, type }: Pick<Required<Inside>, 'inside' | 'type'>,
): Selection {
  return once(sets, [of, inside, type], () => {
    const places = inside.flatMap((way) => placesOf(of, sets, lookup, way));
    const [way = []] = inside;
    const select = keysOf(type ?? way.reduce(typeIn, of));
    for (const place of places) merge(select, selectBelow(type ?? place.type, place.sets, lookup), NOTHING_MORE);
    return select;
  });
}

/** A finished selection contains no placeholder. */
const NOTHING_MORE = () => ({});

const typeIn = (type: GraphQLObjectType, name: string) =>
  getNamedType(type.getFields()[name]?.type) as GraphQLObjectType;

type Place = { type: GraphQLObjectType; sets: Sets };

/** All places at the end of the path where the document selects something. */
function placesOf(type: GraphQLObjectType, sets: Sets, lookup: Lookup, [name, ...rest]: Way): Place[] {
  if (name === undefined) return [{ type, sets }];
  const within = fieldsOf(sets, type, lookup).filter(({ field }) => field.name === name);
  return within.flatMap((each) => placesOf(typeIn(type, name), each.sets, lookup, rest));
}

/** True if the document selects anything at the end of one of these paths below the field. */
export function selectsAny(info: GraphQLResolveInfo, ways: readonly Way[]): boolean {
  const type = getNamedType(info.returnType) as GraphQLObjectType;
  const sets = setsOf(info.fieldNodes);
  return asked(sets, [type, ways], () => ways.some((way) => placesOf(type, sets, lookupOf(info), way).length > 0));
}

function selectIn(type: GraphQLObjectType, fields: ReturnType<typeof fieldsOf>, lookup: Lookup): Selection {
  const select = keysOf(type);
  for (const { field, sets } of fields) {
    mergeField(select, field, () => selectBelow(getNamedType(field.type) as GraphQLObjectType, sets, lookup));
  }
  return select;
}

/** Columns that are read for every object of the type. */
const keysOf = ({ extensions }: GraphQLObjectType): Selection => ({
  ...(extensions.pothosPrismaSelect as Selection | undefined),
});

function mergeField(select: Selection, { extensions }: Pick<Field, 'extensions'>, selected: () => Selection): void {
  if (extensions.reads) merge(select, extensions.reads as Selection, selected);
}

function merge(select: Selection, reads: Selection, selected: () => Selection): void {
  if (SELECTED in reads) merge(select, selected(), selected);
  if (reads[ROW_FIELDS]) select[ROW_FIELDS] = { ...select[ROW_FIELDS], ...reads[ROW_FIELDS] };
  for (const [name, wanted] of Object.entries(reads)) {
    const before = select[name];
    if (wanted === true) {
      select[name] = before ?? true;
      continue;
    }
    const inner: Selection = {};
    for (const each of [before, wanted]) if (typeof each === 'object') merge(inner, each.select ?? {}, selected);
    select[name] = { ...(before === true ? {} : before), ...wanted, select: inner };
  }
}

/** Plans all that can be selected on each type at start, so that no request can fail on an unreadable field. */
export function refuseUnreadableTypes(schema: GraphQLSchema): void {
  const all = new Map<GraphQLObjectType, Selection>();
  const allOf = (type: GraphQLObjectType): Selection => {
    const before = all.get(type);
    if (before) return before;
    const select = keysOf(type);
    all.set(type, select);
    for (const field of Object.values(type.getFields())) {
      mergeField(select, field, () => allOf(getNamedType(field.type) as GraphQLObjectType));
    }
    return select;
  };
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    const model = type.extensions.pothosPrismaModel as Model | undefined;
    if (model) refuseUnreadable(model, allOf(type));
  }
}

function refuse(why: string): never {
  throw new Error(why);
}
