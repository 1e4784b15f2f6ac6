// Prisma is the oracle: for every request, the reader returns the same rows as Prisma's own findMany.
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readByKey } from '../../../src/db/read/by-key.js';
import { LISTINGS } from '../../../src/db/read/listing.js';
import { isColumn, MODELS, type Model, relationOf } from '../../../src/db/read/model.js';
import { type Listing, readCounts, readPages } from '../../../src/db/read/page.js';
import { ROW_FIELDS } from '../../../src/db/read/plan.js';
import { createTestApp } from '../../support/app.js';
import { openTestDb } from '../../support/database.js';
import { richWorld } from '../../support/rich-world.js';
import { runs } from '../../support/runs.js';
import { battle, casual, club, load, result, tournament } from '../../support/world.js';

const db = await openTestDb();

/** Enough records for listings to have several pages. */
const longer = [1, 2, 3, 4, 5].flatMap((at) => [
  club({ slug: `c-${at}`, name: `Club ${at}` }),
  tournament({
    slug: `t-${at}`,
    startDate: at < 4 ? '2026-05-02' : null,
    club: 'northern-legion',
    participants: [{ playerId: 'p-1' }, ...Array.from({ length: at }, (_, nth) => `Dan ${nth}`)],
  }),
  battle(`b-t-${at}`, { tournament: 't-5', sides: result('win'), archived: at === 2 }),
  casual(`b-c-${at}`, { club: 'northern-legion', sides: [{ playerId: 'p-1' }, { name: 'Bo' }] }),
]);

beforeAll(async () => {
  await load(db, [...richWorld, ...longer]);
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

/** Any columns and counts, and nested relations up to `depth`. */
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

/** Conditions that need no values: booleans, and null or not null. */
function fixedConditions(model: Model, depth = 1): Arbitrary<object> {
  const columns = columnsIn(model).flatMap(({ name, type, isRequired, isList }): Arbitrary<object>[] => {
    if (type === 'Boolean') return [fc.boolean().map((value) => ({ [name]: value }))];
    if (isRequired || isList || type === 'Json') return [];
    return [fc.constantFrom({ [name]: null }, { [name]: { not: null } })];
  });
  const related = relationsIn(model)
    .filter(({ model: other }) => depth > 0 && hasConditions(other))
    .map(({ name, isList, model: other }) =>
      fixedConditions(other, depth - 1).map((where) => ({ [name]: isList ? { some: where } : where })),
    );
  if (columns.length + related.length === 0) return fc.constant({});
  const one = fc.oneof(...columns, ...related);
  return fc.oneof(
    ...(depth === 1 ? [fc.constant({})] : []),
    one,
    fc.array(one, { minLength: 1, maxLength: 2 }).map((AND) => ({ AND })),
    fc.array(one, { minLength: 1, maxLength: 2 }).map((OR) => ({ OR })),
  );
}

/**
 * Prisma treats a relation without conditions as matching all or nothing, depending on the context; the reader rejects
 * it.
 */
const hasConditions = (model: Model) =>
  columnsIn(model).some(
    ({ type, isRequired, isList }) => type === 'Boolean' || !(isRequired || isList || type === 'Json'),
  );

const RUNS = { numRuns: runs(25) };

/** Keys of other types, such as an enum, are rejected. */
const KEY_TYPES = ['String', 'Int', 'BigInt'];
const isFoundByKey = (model: Model) =>
  columnsIn(model).every(({ name, type }) => !MODELS[model].key.includes(name) || KEY_TYPES.includes(type));

test('the words of search alone cannot be found by their key', () => {
  expect(models.filter((model) => !isFoundByKey(model))).toStrictEqual(['SearchWord', 'SearchStale']);
});

describe.each(models.filter(isFoundByKey))('%s', (model) => {
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

test('what is made of a row sees it as it was read, and takes the place of a column, in relations too', async () => {
  const made = {
    [ROW_FIELDS]: {
      name: ({ name }: { name: string | null }) => name ?? 'nobody',
      isSomebody: ({ name }: { name: string | null }) => name !== null,
    },
  };
  const select = {
    id: true,
    sides: { select: { name: true, ...made }, orderBy: { position: 'asc' } },
    tournament: { select: { slug: true, [ROW_FIELDS]: { path: ({ slug }: { slug: string }) => `/${slug}` } } },
    [ROW_FIELDS]: { names: ({ sides }: { sides: { name: string }[] }) => sides.map(({ name }) => name) },
  };
  const ids = (await findMany('Battle', { select: { id: true } })).map(({ id }) => id);
  const found = await readByKey(db.sql, { model: 'Battle', by: ['id'], where: {} }, select as never, ids as never);
  const read = await findMany('Battle', {
    select: {
      id: true,
      sides: { select: { name: true }, orderBy: { position: 'asc' } },
      tournament: { select: { slug: true } },
    },
  });
  const shown = read.map((row) => {
    const names = (row.sides as { name: string | null }[]).map(({ name }) => name);
    const { slug } = (row.tournament ?? {}) as { slug?: string };
    return {
      ...row,
      sides: names.map((name) => ({ name: name ?? 'nobody', isSomebody: name !== null })),
      tournament: slug === undefined ? null : { slug, path: `/${slug}` },
      names: names.map((name) => name ?? 'nobody'),
    };
  });
  expect(found).toStrictEqual(ids.map((id) => shown.find((row) => (row as { id?: unknown }).id === id)));
  expect(JSON.stringify(found)).toContain('"isSomebody":false');
});

const part = { where: {}, range: {}, filters: { all: [], lookedUp: null } };
const FROM_THE_START = { ...part, before: null, fromEnd: false, withPositions: false, withBehind: false };

const inEveryOrder = Object.entries(LISTINGS).flatMap(([name, { by }]) =>
  Object.entries(by).map(([order, listing]): [string, Listing] => [`${name}, ${order}`, listing]),
);

describe.each(inEveryOrder)('%s', (_name, listing) => {
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
        expect(await readCounts(db.sql, listing, parents, part)).toStrictEqual(all.map(({ length }) => length));
        for (const [at, rows] of all.entries()) {
          let after: string | null = null;
          for (let page = 0; page < pages; page += 1) {
            const [read] = await readPages(db.sql, listing, select, [parents[at] ?? ''], {
              ...FROM_THE_START,
              after,
              take,
            });
            expect(read).toMatchObject({ rows: rows.slice(page * take, (page + 1) * take), hasParent: true });
            expect(read?.rows).toStrictEqual(rows.slice(page * take, (page + 1) * take));
            after = read?.lastPosition ?? null;
            expect(after === null).toBe(rows.length <= (page + 1) * take);
            if (after === null) break;
          }
        }
        const many = await readPages(db.sql, listing, select, parents, { ...FROM_THE_START, after: null, take });
        expect(many.map(({ rows }) => rows)).toStrictEqual(all.map((rows) => rows.slice(0, take)));
      }),
      { numRuns: runs(8) },
    );
  });

  test('by the page from either end, between any two rows, which need no longer be there', async () => {
    const parents = parent ? (await findMany(parent.model, { where: parent.where })).map(keyOf(parent.model)) : [''];
    const ordered = { select: selectionOf(orderBy), where, orderBy };
    const keysOf = async (all: Rows[]) => all.map((rows) => rows.map((row) => orderedBy(row, orderBy)));
    const known = await keysOf(parent ? await ofParents(parent, parents, ordered) : [await findMany(model, ordered)]);
    const isAscending = JSON.stringify(orderBy).includes('"asc"');
    const asked = fc.record({
      select: selections(model, 1),
      take: fc.integer({ min: 1, max: 4 }),
      fromEnd: fc.boolean(),
      between: fc.tuple(bound, bound),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ select, take, fromEnd, between }) => {
        const question = { select, where, orderBy };
        const all: Rows[] = parent ? await ofParents(parent, parents, question) : [await findMany(model, question)];
        for (const [at, rows] of all.entries()) {
          const keys = known[at] ?? [];
          const [after, before] = between.map((each) => positionIn(keys, each, isAscending));
          const request = { ...part, take, fromEnd, withPositions: true, withBehind: true };
          const [read] = await readPages(db.sql, listing, select, [parents[at] ?? ''], {
            ...request,
            after: after?.key ?? null,
            before: before?.key ?? null,
          });
          // The slice as the Relay specification defines it.
          const start = after ? after.end : 0;
          const end = Math.max(start, before ? before.start : rows.length);
          const [from, to] = fromEnd ? [Math.max(start, end - take), end] : [start, Math.min(end, start + take)];
          const hasNext = fromEnd ? (before?.start ?? rows.length) < rows.length : to < end;
          const hasPrevious = fromEnd ? from > start : (after?.end ?? 0) > 0;
          expect(read).toStrictEqual({
            rows: rows.slice(from, to),
            positions: keys.slice(from, to),
            lastPosition: hasNext ? (keys.slice(from, to).at(-1) ?? null) : null,
            hasNext,
            hasPrevious,
            hasParent: true,
          });
        }
      }),
      { numRuns: runs(15) },
    );
  });
});

/** A bound at a row, at the gap of a row that is gone, or none. */
const bound = fc.option(fc.record({ at: fc.nat(30), gone: fc.boolean() }));

/** The key, with the index of the first row not before it and that of the first row after it. */
function positionIn(keys: string[], wanted: { at: number; gone: boolean } | null, isAscending: boolean) {
  if (wanted === null || keys.length === 0) return null;
  const at = wanted.at % keys.length;
  const key = keys[at] ?? '';
  if (!wanted.gone) return { key, start: at, end: at + 1 };
  const beside = isAscending ? at + 1 : at;
  return { key: `${key}\u0001`, start: beside, end: beside };
}

const selectionOf = (orderBy: object): Selection =>
  Object.fromEntries(
    Object.entries(orderBy).map(([name, inner]) => [
      name,
      typeof inner === 'object' ? { select: selectionOf(inner) } : true,
    ]),
  );

function orderedBy(row: Record<string, unknown>, orderBy: object): string {
  const [[name, inner] = ['', null]] = Object.entries(orderBy);
  return typeof inner === 'object' && inner !== null
    ? orderedBy(row[name] as Record<string, unknown>, inner)
    : String(row[name]);
}

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
