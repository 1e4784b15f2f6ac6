// Prisma is the oracle: whatever the reader can be asked, it gives the rows that Prisma's own findMany gives.
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readByKey } from '../../../src/db/read/by-key.js';
import { LISTINGS } from '../../../src/db/read/listing.js';
import { isColumn, MODELS, type Model, relationOf } from '../../../src/db/read/model.js';
import { type Listing, readCounts, readPages } from '../../../src/db/read/page.js';
import { createTestApp } from '../../support/app.js';
import { openTestDb } from '../../support/database.js';
import { richWorld } from '../../support/rich-world.js';
import { load } from '../../support/world.js';

const db = await openTestDb();
beforeAll(async () => {
  await load(db, richWorld);
  await createTestApp(db);
});

type Selection = Record<string, unknown>;
type Rows = Record<string, unknown>[];
type Args = { select?: Selection; where?: object; orderBy?: object; take?: number };

const models = Object.keys(MODELS) as Model[];
const findMany = (model: Model, args: Args): Promise<Rows> =>
  // biome-ignore lint/suspicious/noExplicitAny: Prisma has no type for a delegate of any model.
  (db.prisma as any)[model[0]?.toLowerCase() + model.slice(1)].findMany(args);

const columnsIn = (model: Model) =>
  Object.entries(MODELS[model].fields).flatMap(([name, field]) => (isColumn(field) ? [{ name, ...field }] : []));
const relationsIn = (model: Model) =>
  Object.entries(MODELS[model].fields).flatMap(([name, field]) => (isColumn(field) ? [] : [{ name, ...field }]));
const byKey = (model: Model) => MODELS[model].key.map((name) => ({ [name]: 'asc' }));

const maybe = <Value>(value: Arbitrary<Value>): Arbitrary<Value | undefined> => fc.option(value, { nil: undefined });

const some = <Value>(values: Value[], most: number) => fc.shuffledSubarray(values).map((all) => all.slice(0, most));

/** Any columns and counts, and relations in relations up to `depth`. */
function selections(model: Model, depth: number): Arbitrary<Selection> {
  const columns = fc.subarray(columnsIn(model), { minLength: 1 });
  const relations = depth === 0 ? fc.constant([]) : some(relationsIn(model), 3);
  const lists = relationsIn(model).filter(({ isList }) => isList);
  return fc.tuple(columns, relations, some(lists, 2)).chain(([plain, related, counted]) =>
    fc
      .record(Object.fromEntries(related.map((relation) => [relation.name, nested(relation, depth - 1)])))
      .map((inside) => ({
        ...Object.fromEntries(plain.map(({ name }) => [name, true])),
        ...inside,
        ...(counted.length > 0 && { _count: { select: Object.fromEntries(counted.map(({ name }) => [name, true])) } }),
      })),
  );
}

function nested({ model, isList }: { model: Model; isList: boolean }, depth: number): Arbitrary<unknown> {
  const select = selections(model, depth);
  if (!isList)
    return fc.oneof(
      select.map((each) => ({ select: each })),
      fc.constant(true),
    );
  return fc
    .record({ select, where: maybe(fixedConditions(model)), take: maybe(fc.integer({ min: 1, max: 3 })) })
    .map((args) => ({ ...defined(args), orderBy: byKey(model) }));
}

const defined = (args: object): object =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));

/** Conditions that need no values: yes or no, there or not. */
function fixedConditions(model: Model, depth = 1): Arbitrary<object> {
  const columns = columnsIn(model).flatMap(({ name, type, isRequired, isList }): Arbitrary<object>[] => {
    if (type === 'Boolean') return [fc.boolean().map((value) => ({ [name]: value }))];
    if (isRequired || isList || type === 'Json') return [];
    return [fc.constantFrom({ [name]: null }, { [name]: { not: null } })];
  });
  const related = relationsIn(model)
    .filter(({ isList, model: other }) => depth > 0 && !isList && hasConditions(other))
    .map(({ name, model: other }) => fixedConditions(other, depth - 1).map((where) => ({ [name]: where })));
  if (columns.length + related.length === 0) return fc.constant({});
  const one = fc.oneof(...columns, ...related);
  return fc.oneof(
    ...(depth === 1 ? [fc.constant({})] : []),
    one,
    fc.array(one, { minLength: 1, maxLength: 2 }).map((AND) => ({ AND })),
    fc.array(one, { minLength: 1, maxLength: 2 }).map((OR) => ({ OR })),
  );
}

/** Prisma takes a relation of which nothing is said for all or for none, by what stands around it; the reader refuses it. */
const hasConditions = (model: Model) =>
  columnsIn(model).some(
    ({ type, isRequired, isList }) => type === 'Boolean' || !(isRequired || isList || type === 'Json'),
  );

const RUNS = { numRuns: 40 };

describe.each(models)('%s', (model) => {
  const { key } = MODELS[model];

  test('by key, among those that a condition lets through', async () => {
    const select = Object.fromEntries(key.map((name) => [name, true]));
    const keys = (await findMany(model, { select, orderBy: byKey(model) })).map((row) => key.map((name) => row[name]));
    const asked = fc.record({
      select: selections(model, 3),
      where: fixedConditions(model),
      at: fc.shuffledSubarray(keys).map((all) => all.slice(0, 12)),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ select, where, at }) => {
        const found = await readByKey(
          db.sql,
          { model, by: key as never, where: where as never },
          select as never,
          at as never,
        );
        const everything = await findMany(model, {
          select: { ...select, ...Object.fromEntries(key.map((name) => [name, true])) },
          where,
        });
        const expected = at.map(
          (wanted) => everything.find((row) => key.every((name, n) => row[name] === wanted[n])) ?? null,
        );
        const shown = expected.map(
          (row) => row && Object.fromEntries(Object.keys(select).map((name) => [name, row[name]])),
        );
        expect(found).toStrictEqual(shown);
      }),
      RUNS,
    );
  });
});

describe.each(Object.entries(LISTINGS))('%s', (_name, listing: Listing) => {
  const { model, parent, where, orderBy } = listing;

  test('by the page, as many as there are', async () => {
    const parents = parent ? (await findMany(parent.model, { where: parent.where })).map(keyOf(parent.model)) : [''];
    const asked = fc.record({
      select: selections(model, 2),
      take: fc.integer({ min: 1, max: 4 }),
      pages: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ select, take, pages }) => {
        const question = { select, where, orderBy };
        const all: Rows[] = parent ? await ofParents(parent, parents, question) : [await findMany(model, question)];
        const filter = { where: {}, range: {} };
        expect(await readCounts(db.sql, listing, parents, filter)).toStrictEqual(all.map(({ length }) => length));
        for (const [at, rows] of all.entries()) {
          let after: string | null = null;
          for (let page = 0; page < pages; page += 1) {
            const [read] = await readPages(db.sql, listing, select, [parents[at] ?? ''], { ...filter, after, take });
            expect(read).toMatchObject({ rows: rows.slice(page * take, (page + 1) * take), hasParent: true });
            expect(read?.rows).toStrictEqual(rows.slice(page * take, (page + 1) * take));
            after = read?.lastKey ?? null;
            expect(after === null).toBe(rows.length <= (page + 1) * take);
            if (after === null) break;
          }
        }
        const many = await readPages(db.sql, listing, select, parents, { ...filter, after: null, take });
        expect(many.map(({ rows }) => rows)).toStrictEqual(all.map((rows) => rows.slice(0, take)));
      }),
      { numRuns: 15 },
    );
  });
});

const keyOf = (model: Model) => (row: Record<string, unknown>) => String(row[MODELS[model].key[0] ?? '']);

async function ofParents({ model, relation }: NonNullable<Listing['parent']>, parents: string[], question: Args) {
  const [field = ''] = relationOf(model, relation).from;
  const rows = await findMany(model, { select: { [field]: true, [relation]: question } });
  return parents.map((parent) => (rows.find((row) => row[field] === parent)?.[relation] ?? []) as Rows);
}

describe('what the reader cannot do in one statement it refuses', () => {
  const refused = (select: object, where: object = {}) =>
    readByKey(db.sql, { model: 'Tournament', by: ['slug'], where }, select as never, ['x']);

  test.each<[string, object, object?]>([
    ['a field that there is not', { nothing: true }],
    ['a relation in pages', { battles: { select: { id: true }, skip: 1 } }],
    ['an order by a relation', { battles: { select: { id: true }, orderBy: { tournament: { slug: 'asc' } } } }],
    ['a value in a condition that always stands', { slug: true }, { name: 'x' }],
    ['a condition on a list', { slug: true }, { battles: { some: {} } }],
    ['a comparison it does not know', { slug: true }, { name: { startsWith: 'x' } }],
    ['a relation that is not', { slug: true }, { NOT: { published: true } }],
  ])('%s', async (_what, select, where) => {
    await expect(refused(select, where)).rejects.toThrow(/reader|has no field|always left out|orders by/);
  });
});
