// Prisma's models with their tables, columns and relation keys, all from schema.prisma.
import type { Types } from '@prisma/client/runtime/client';
import type { Prisma } from '../generated/client.js';
import { datamodel } from '../generated/datamodel.js';

export type Model = Prisma.ModelName;
type Of<M extends Model> = Prisma.TypeMap['model'][M];
type Args<M extends Model> = Of<M>['operations']['findMany']['args'];

export type Select<M extends Model> = NonNullable<Args<M>['select']>;
export type Where<M extends Model> = NonNullable<Args<M>['where']>;
export type Columns<M extends Model> = Of<M>['payload']['scalars'];
export type Row<M extends Model, S> = Types.Result.GetResult<Of<M>['payload'], { select: S }, 'findFirstOrThrow'>;
/** The fields of a model that are columns. */
export type FieldOf<M extends Model> = keyof Of<M>['payload']['scalars'] & string;

export type Column = { column: string; type: string; isList: boolean; isRequired: boolean };
type Relation = {
  model: Model;
  isList: boolean;
  isRequired: boolean;
  /** The fields on this side, and the fields on the other side that equal them. */
  from: readonly string[];
  to: readonly string[];
  /** The field of the related model that leads back. */
  inverse: string;
};

type Definition = { table: string; key: readonly string[]; fields: Record<string, Column | Relation> };

export const MODELS: Record<Model, Definition> = datamodel;

export function fieldOf(model: Model, name: string): Column | Relation {
  const field = MODELS[model].fields[name];
  if (!field) throw new Error(`${model} has no field ${name}`);
  return field;
}

export const isColumn = (field: Column | Relation): field is Column => 'column' in field;

export function columnOf(model: Model, name: string): Column {
  const field = fieldOf(model, name);
  if (!isColumn(field)) throw new Error(`${model}.${name} is not a column`);
  return field;
}

export function relationOf(model: Model, name: string): Relation {
  const field = fieldOf(model, name);
  if (isColumn(field)) throw new Error(`${model}.${name} is not a relation`);
  return field;
}

export const tableOf = (model: Model): string => quoted(MODELS[model].table);

export const quoted = (name: string): string => `"${name}"`;

/** The columns of a model under an alias, for statements that Prisma cannot express. */
export function columnsOf<M extends Model>(model: M, as: string): { [Field in FieldOf<M>]: string } {
  const columns = Object.entries(MODELS[model].fields).filter((entry): entry is [string, Column] => isColumn(entry[1]));
  return Object.fromEntries(columns.map(([name, { column }]) => [name, `${as}.${quoted(column)}`])) as never;
}
