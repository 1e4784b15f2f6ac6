// A client that follows `next` gets every row that stays, once and in order, whatever is written in the meantime.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { runs } from '../support/runs.js';
import { club, load, player, tournament } from '../support/world.js';
import { type Kit, kits, type Row, type Values } from './paging-kits.js';

const db = await openTestDb();
let app: TestApp;
beforeAll(async () => {
  await load(db, [
    club(),
    club({ slug: 'other-club' }),
    player('p-1', { name: 'Ann' }),
    player('p-2', { name: 'Bo' }),
    tournament({ participants: [] }),
    tournament({
      slug: 'stage-of-battles',
      published: true,
      club: 'northern-legion',
      participants: [{ playerId: 'p-1' }, { playerId: 'p-2' }],
    }),
  ]);
  app = await createTestApp(db);
});

/** Few different values, so that many rows share them. */
const values: fc.Arbitrary<Values> = fc.record({
  prefix: fc.constantFrom('a', 'm', 'z', 'Z', '~', 'é'),
  day: fc.constantFrom('2026-05-01', '2026-05-02', '2026-05-03', null),
  round: fc.constantFrom(null, 1, 2, 10),
  name: fc.constantFrom('Ann', 'ann', 'Ánn', 'Ann Lee', 'Bo', 'Ødger', 'Zoë', 'Ω'),
  casual: fc.boolean(),
});
const turn = fc.record({
  inserted: fc.array(values, { maxLength: 3 }),
  removed: fc.array(fc.record({ nth: fc.nat(99), way: fc.nat(2) }), { maxLength: 2 }),
  moved: fc.array(fc.record({ nth: fc.nat(99), to: values }), { maxLength: 2 }),
  /** What happens to the row at the cursor. */
  last: fc.constantFrom('stays', 'is removed', 'is moved'),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;
const walk = fc.record({
  start: fc.array(values, { maxLength: 12 }),
  turns: fc.array(turn, { maxLength: 10 }),
  size: fc.integer({ min: 1, max: 5 }),
  windowed: fc.boolean(),
});
type Walk = typeof walk extends fc.Arbitrary<infer T> ? T : never;

type Page = { ids: string[]; next: string | null };
type Follow = (kit: Kit, address: string) => Promise<Page>;

/** Requests the URL unchanged, as a client does. */
const follow: Follow = async (kit, address) => {
  const response = await app.fetch(new Request(address, { headers: { authorization: `Bearer ${app.key}` } }));
  const body = await response.json();
  expect([response.status, body.error]).toStrictEqual([200, undefined]);
  return { ids: body.data.map(kit.idOf), next: body.next };
};

const NOBODY_MOVES = { inserted: [], removed: [], moved: [], last: 'stays' as const };

/** Ids in the order received, those that were moved, and the rows that stayed in place the whole time. */
type Walked = { seen: string[]; moved: Set<string>; throughout: Row[] };

async function walked(kit: Kit, { start, turns, size, windowed }: Walk, following = follow): Promise<Walked> {
  await kit.clear(db);
  let made = 0;
  const insert = async (all: Values[]): Promise<Row[]> => {
    const rows = all.map((each) => ({ ...each, number: ++made, id: `${each.prefix}-${made}` }));
    await kit.insert(db, rows);
    return rows;
  };
  let present = await insert(start);
  let throughout = present;
  const seen: string[] = [];
  const moved = new Set<string>();
  const touch = (id: string) => {
    throughout = throughout.filter((row) => row.id !== id);
  };
  const at = (nth: number) => present[nth % Math.max(present.length, 1)];
  const remove = async (row: Row | undefined, way: number) => {
    if (!row) return;
    await kit.remove(db, row, way);
    touch(row.id);
    present = present.filter(({ id }) => id !== row.id);
  };
  const move = async (row: Row | undefined, to: Values) => {
    if (!row) return;
    await kit.move(db, row, to);
    touch(row.id);
    moved.add(row.id);
  };
  const query = windowed && kit.dated ? '&from=2026-05-01&to=2026-05-03' : '';
  let address: string | null = `http://gateway.test${kit.path}?limit=${size}${query}`;
  for (let page = 0; address !== null; page++) {
    const { ids, next }: Page = await following(kit, address);
    seen.push(...ids);
    address = next;
    const { inserted, removed, last, ...rest }: Turn = turns[page] ?? NOBODY_MOVES;
    const standing = present.find(({ id }) => id === ids.at(-1));
    if (last === 'is removed') await remove(standing, page);
    if (last === 'is moved')
      await move(standing, { day: '2026-05-02', round: 5, name: 'Mo', prefix: '', casual: false });
    for (const { nth, way } of removed) await remove(at(nth), way);
    for (const { nth, to } of rest.moved) await move(at(nth), to);
    present = [...present, ...(await insert(inserted))];
  }
  return { seen, moved, throughout: throughout.filter(({ day }) => query === '' || day !== null) };
}

function problems(kit: Kit, { seen, moved, throughout }: Walked): string[] {
  const lasting = throughout.toSorted(kit.inOrder).map(({ id }) => id);
  const met = new Set(seen.filter((id) => lasting.includes(id)));
  const twice = seen.filter((id, at) => seen.indexOf(id) < at && !moved.has(id));
  return [
    ...lasting.filter((id) => !met.has(id)).map((id) => `${id} is missing`),
    ...twice.map((id) => `${id} is there again`),
    ...([...met].join() === lasting.filter((id) => met.has(id)).join() ? [] : ['not in order']),
  ];
}

test.each(kits.map((kit) => [kit.path, kit] as const))(
  '%s: what is there throughout is met once, in order, and no page is an error',
  (_path, kit) =>
    fc.assert(
      fc.asyncProperty(walk, async (chosen) => {
        expect(problems(kit, await walked(kit, chosen))).toStrictEqual([]);
      }),
      { numRuns: runs(12), interruptAfterTimeLimit: 20_000 },
    ),
);

describe('the property would notice', () => {
  const [tournaments] = kits;
  if (!tournaments) throw new Error('there are listings');
  const row = (prefix: string, day: string): Values => ({ prefix, day, round: null, name: '', casual: false });
  const start = [row('a', '2026-05-03'), row('b', '2026-05-02'), row('c', '2026-05-01')];
  const moving = (nth: number, day: string): Walk => ({
    start,
    turns: [{ ...NOBODY_MOVES, moved: [{ nth, to: row('', day) }] }],
    size: 1,
    windowed: false,
  });
  const asIfUnmoved = ({ seen }: Walked): Walked => ({
    seen,
    moved: new Set(),
    throughout: start.map((each, index) => ({ ...each, number: index + 1, id: `${each.prefix}-${index + 1}` })),
  });

  /** A row that moves across the reader's position must be missed or met twice, so it does not count as staying. */
  test('a row that moves behind the reader, if it counted', async () => {
    const walk = await walked(tournaments, moving(2, '2026-05-04'));
    expect(problems(tournaments, walk)).toStrictEqual([]);
    expect(problems(tournaments, asIfUnmoved(walk))).toStrictEqual(['c-3 is missing']);
  });

  test('a row that moves ahead of the reader, if it counted', async () => {
    const walk = await walked(tournaments, moving(0, '2026-04-01'));
    expect(problems(tournaments, walk)).toStrictEqual([]);
    expect(problems(tournaments, asIfUnmoved(walk))).toStrictEqual(['a-1 is there again']);
  });

  test('pages counted by how many rows come before them', async () => {
    const byOffset: Follow = async (kit, address) => {
      const url = new URL(address);
      const [size, offset] = ['limit', 'offset'].map((name) => Number(url.searchParams.get(name)));
      const { ids } = await follow(kit, `${url.origin}${url.pathname}?limit=100`);
      url.searchParams.set('offset', String(Number(offset) + Number(size)));
      const page = ids.slice(offset, Number(offset) + Number(size));
      return { ids: page, next: ids.length > Number(offset) + Number(size) ? url.href : null };
    };
    const checked = await fc.check(
      fc.asyncProperty(walk, async (chosen) => {
        const found = await walked(tournaments, { ...chosen, windowed: false }, byOffset);
        expect(problems(tournaments, found)).toStrictEqual([]);
      }),
      { numRuns: 100, endOnFailure: true },
    );
    expect(checked.failed).toBe(true);
  });
});
