// Prisma is the oracle: for every request, the reader returns the same rows as Prisma's own findMany.
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRead } from '../../../src/db/one-statement/by-key.js';
import type { ModelName } from '../../../src/db/one-statement/extension.js';
import { isColumn, MODELS, type Model, relationOf } from '../../../src/db/one-statement/model.js';
import { createPage, type PageArgs, type Pages } from '../../../src/db/one-statement/page.js';
import type { Listing } from '../../../src/db/one-statement/page-plan.js';
import { ROW_FIELDS } from '../../../src/db/one-statement/plan.js';
import { type Visible, visibleOf } from '../../../src/db/one-statement/where.js';
import { LISTINGS } from '../../../src/db/read/listing.js';
import { TAGS } from '../../../src/db/read/tags.js';
import { VISIBLE } from '../../../src/db/read/visibility.js';
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
const readOf = (model: Model, where: object) => (keys: unknown[], select: object) =>
  createRead(model, where, null)(db.sql, { by: MODELS[model].key.join('_') as never, keys: keys as never, select });

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

test('the words of search and the use of keys alone cannot be found by their key', () => {
  expect(models.filter((model) => !isFoundByKey(model))).toStrictEqual(['SearchWord', 'SearchStale', 'KeyUsage']);
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
        const found = await readOf(model, where)(at, select);
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
  const found = await readOf('Battle', {})(ids, select);
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

const WHOLE = { where: {}, range: {}, filters: [], after: null, before: null };
const FROM_THE_START = { ...WHOLE, fromEnd: false, withPositions: false, withBehind: false };

const inEveryOrder = Object.entries(LISTINGS).flatMap(([name, { model, by }]) =>
  Object.entries(by).map(([order, listing]): [string, ModelName, Listing] => [`${name}, ${order}`, model, listing]),
);
const rules: Visible = VISIBLE;
/** Selections of the test lead further than those of the schema. */
const tags = { ...Object.fromEntries(models.map((model) => [model, null])), ...TAGS };

describe.each(inEveryOrder)('%s', (_name, name, listing) => {
  const { parent, orderBy } = listing;
  const model = `${name[0]?.toUpperCase()}${name.slice(1)}` as Model;
  /** The rule holds for all rows of a parent whose rows need not be tested. */
  const where = { AND: [rules[model] ?? {}, listing.where] };
  const visibleParents = async () =>
    parent ? (await findMany(parent.model, { where: visibleOf(rules, parent.model) })).map(keyOf(parent.model)) : [''];
  const page = createPage(model, rules, tags);
  const sql = { ...db.sql, tag: () => undefined };
  const read = (args: Omit<PageArgs, 'listing'>) => page(sql, { listing, ...args });

  test('by the page, as many as there are', async () => {
    const parents = await visibleParents();
    const asked = fc.record({
      select: selections(model, 2),
      take: fc.integer({ min: 1, max: 4 }),
      pages: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ select, take, pages }) => {
        const question = { select, where, orderBy };
        const all: Rows[] = parent ? await ofParents(parent, parents, question) : [await findMany(model, question)];
        for (const [at, rows] of all.entries()) {
          let after: string | null = null;
          for (let page = 0; page < pages; page += 1) {
            const { pages: found }: Pages = await read({
              ...FROM_THE_START,
              select,
              parents: [parents[at] ?? ''],
              after,
              take,
            });
            expect(found).toMatchObject([{ rows: rows.slice(page * take, (page + 1) * take), hasParent: true }]);
            expect(found[0]?.rows).toStrictEqual(rows.slice(page * take, (page + 1) * take));
            after = found[0]?.lastPosition ?? null;
            expect(after === null).toBe(rows.length <= (page + 1) * take);
            if (after === null) break;
          }
        }
        const many = await read({ ...FROM_THE_START, select, parents, take });
        expect(many.pages.map(({ rows }) => rows)).toStrictEqual(all.map((rows) => rows.slice(0, take)));
        expect(await many.count(parents)).toStrictEqual(all.map(({ length }) => length));
      }),
      { numRuns: runs(8) },
    );
  });

  test('by the page from either end, between any two rows, which need no longer be there', async () => {
    const parents = await visibleParents();
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
          const { pages: found } = await read({
            ...WHOLE,
            select,
            parents: [parents[at] ?? ''],
            take,
            fromEnd,
            withPositions: true,
            withBehind: true,
            after: after?.key ?? null,
            before: before?.key ?? null,
          });
          // The slice as the Relay specification defines it.
          const start = after ? after.end : 0;
          const end = Math.max(start, before ? before.start : rows.length);
          const [from, to] = fromEnd ? [Math.max(start, end - take), end] : [start, Math.min(end, start + take)];
          const hasNext = fromEnd ? (before?.start ?? rows.length) < rows.length : to < end;
          const hasPrevious = fromEnd ? from > start : (after?.end ?? 0) > 0;
          const lastPosition = hasNext ? (keys.slice(from, to).at(-1) ?? null) : null;
          const bounds = { positions: keys.slice(from, to), lastPosition, hasNext, hasPrevious, hasParent: true };
          expect(found).toStrictEqual([{ rows: rows.slice(from, to), ...bounds }]);
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

test('of a model without a rule of visibility nothing is read', async () => {
  await expect(async () =>
    db.prisma.apiKey.read(db.sql, { by: 'id', keys: [1], select: { id: true } }),
  ).rejects.toThrow('Nothing says which rows of ApiKey are visible');
});

describe('what the reader cannot do in one statement it refuses', () => {
  const refused = (select: object, where: object = {}) => readOf('Tournament', where)(['x'], select);

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
