// Prisma's client, extended by methods that read from a snapshot with one statement each.
import { Prisma } from '../generated/client.js';
import type { Sql } from '../sql.js';
import { createRead, type ReadArgs } from './by-key.js';
import { MODELS, type Model, type Row, type Select } from './model.js';
import { createPage, type PageArgs, type Pages } from './page.js';
import type { TagRules } from './tags.js';
import { type Visible, visibleOf } from './where.js';

/** What the extension adds to a model, bound to a snapshot. */
export type Reads<M extends Model> = {
  /** Rows by a unique key, in the order of the keys; null where there is no visible one. */
  read<S extends Select<M>>(args: ReadArgs<M, S>): Promise<(Row<M, S> | null)[]>;
  /** One page of a listing for each parent. */
  page(args: PageArgs): Promise<Pages>;
};

/** Prisma's models by the names that its client gives them. */
export type Models = { [Name in ModelName]: Reads<Capitalize<Name>> };
export type ModelName = Prisma.TypeMap['meta']['modelProps'];

type ModelOf<T> = Prisma.Payload<T>['name'] & Model;

export function oneStatement(visible: Visible, tags: TagRules) {
  /** By the model in the client, as each look-up of its name takes a while. */
  const readers = new WeakMap<object, ReturnType<typeof createReader>>();
  const readerOf = <T>(model: T) => {
    const known = readers.get(model as object);
    if (known) return known;
    const made = createReader(Prisma.getExtensionContext(model).$name as Model, visible, tags);
    readers.set(model as object, made);
    return made;
  };
  return Prisma.defineExtension({
    name: 'one-statement',
    model: {
      $allModels: {
        read<T, S extends Select<ModelOf<T>>>(this: T, sql: Sql, args: ReadArgs<ModelOf<T>, S>) {
          return readerOf(this).read(sql, args as never) as Promise<(Row<ModelOf<T>, S> | null)[]>;
        },
        page<T>(this: T, sql: Sql, args: PageArgs) {
          return readerOf(this).page(sql, args);
        },
      },
    },
  });
}

const createReader = (model: Model, visible: Visible, tags: TagRules) => ({
  read: createRead(model, visibleOf(visible, model), tags),
  page: createPage(model, visible, tags),
});

type Delegate = { read(sql: Sql, args: unknown): unknown; page(sql: Sql, args: unknown): unknown };

/** The methods of one model on one snapshot. */
class Bound {
  constructor(
    readonly delegate: Delegate,
    readonly sql: Sql,
  ) {}
  read(args: unknown) {
    return this.delegate.read(this.sql, args);
  }
  page(args: unknown) {
    return this.delegate.page(this.sql, args);
  }
}

/**
 * Returns a function that binds the models of an extended client to a snapshot. Models are looked up in the client once,
 * here, and bound when they are used: an operation uses few.
 */
export function createBind(client: object): (sql: Sql) => Models {
  class Snapshot {
    constructor(readonly sql: Sql) {}
  }
  for (const model of Object.keys(MODELS)) {
    const name = `${model[0]?.toLowerCase()}${model.slice(1)}`;
    const delegate = client[name as never] as Delegate;
    Object.defineProperty(Snapshot.prototype, name, {
      get(this: Snapshot) {
        return new Bound(delegate, this.sql);
      },
    });
  }
  return (sql) => new Snapshot(sql) as unknown as Models;
}
