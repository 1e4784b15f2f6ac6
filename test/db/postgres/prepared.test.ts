import { expect, test } from 'vitest';
import { createPrepared } from '../../../src/db/postgres/prepared.js';

const OPTIONS = { max: 3, counted: 5, halfLife: 1_000 };
const use = (prepared: ReturnType<typeof createPrepared>, text: string, times: number) => {
  let name: string | undefined;
  for (let time = 0; time < times; time += 1) name = prepared.nameOf(text);
  return name;
};

test('a statement has a name from its second use on, as long as there is room', () => {
  const prepared = createPrepared(OPTIONS);
  expect([prepared.nameOf('a'), prepared.nameOf('a'), prepared.nameOf('a')]).toStrictEqual([
    undefined,
    'gateway_0',
    'gateway_0',
  ]);
});

test('those that are used most keep their names while a caller tries everything', () => {
  const prepared = createPrepared(OPTIONS);
  const names = ['a', 'b', 'c'].map((text) => use(prepared, text, 10));
  for (let nth = 0; nth < 100; nth += 1) use(prepared, `tried ${nth}`, 3);
  expect(['a', 'b', 'c'].map((text) => prepared.nameOf(text))).toStrictEqual(names);
  expect(prepared.given()).toBe(3);
});

test('one that comes later and is used more takes the place of the one that is used least', () => {
  const prepared = createPrepared(OPTIONS);
  const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map((text, at) => use(prepared, text, 2 + at));
  const late = use(prepared, 'late', 5);
  expect(late).toBe('gateway_3');
  expect([a, b, c, late ?? ''].map(prepared.isNamed)).toStrictEqual([false, true, true, true]);
});

test('those that are used alike do not take turns', () => {
  const prepared = createPrepared(OPTIONS);
  for (let round = 0; round < 100; round += 1) for (const text of ['a', 'b', 'c', 'd']) prepared.nameOf(text);
  expect(prepared.given()).toBe(3);
});

test('what is not used any more makes room in the end', () => {
  const prepared = createPrepared({ ...OPTIONS, halfLife: 100 });
  for (const text of ['a', 'b', 'c']) use(prepared, text, 30);
  use(prepared, 'd', 120);
  expect(prepared.nameOf('d')).toBe('gateway_3');
});

test('a statement that is used again and again is noticed between any number that are used once', () => {
  const prepared = createPrepared(OPTIONS);
  for (const text of ['a', 'b', 'c']) use(prepared, text, 2);
  for (let nth = 0; nth < 100; nth += 1) {
    prepared.nameOf(`once ${nth}`);
    use(prepared, 'late', 3);
  }
  expect(prepared.nameOf('late')).toBe('gateway_3');
});
