import { createHash } from 'node:crypto';
import type { BattleRecord, BundleRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { describe, expect, test } from 'vitest';
import { makeCourse } from '../../scripts/demo-world/course.js';
import { makeWorld } from '../../scripts/demo-world/world.js';
import { course, PLAYED_SLUG } from '../../src/demo/course.js';
import { demoWorld, WORLD_DAY } from '../../src/demo/world.js';

const small = read(demoWorld(WORLD_DAY));

test('the small world has the promised size', () => {
  expect(small.clubs.length).toBeGreaterThanOrEqual(10);
  expect(small.players.length).toBeGreaterThanOrEqual(300);
  expect(small.tournaments.length).toBeGreaterThanOrEqual(40);
  expect(small.battles.length).toBeGreaterThanOrEqual(3000);
  expect(small.battles.length).toBeLessThanOrEqual(4500);
});

test('the files are not stale: npm run demo:make', () => {
  expect(digest(small.records)).toBe(digest(makeWorld()));
  const made = makeCourse().flatMap(({ tournament, battles }) => [tournament, ...battles]);
  expect(digest(course().flatMap((moment) => [...moment.values()]))).toBe(digest(made));
});

test('the same size gives the same bytes, and the first world is part of every bigger one', () => {
  expect(digest(makeWorld(6000))).toBe(digest(makeWorld(6000)));
  const bigger = new Set([...makeWorld(6000)].map((record) => JSON.stringify(record)));
  expect(small.records.filter((record) => !bigger.has(JSON.stringify(record)))).toStrictEqual([]);
});

/** The first day of the tournament that is played on, a Friday, for each day on which the world is asked for. */
test.each([
  ['2026-11-14', '2026-11-06'],
  ['2026-11-15', '2026-11-13'],
  ['2028-02-29', '2028-02-25'],
  ['2029-01-01', '2028-12-29'],
])('on %s all dates are moved by the same number of weeks, and nothing else is', (day, friday) => {
  const world = [...demoWorld(day)];
  const played = world.find((record) => record.type === 'tournament' && record.slug === PLAYED_SLUG);
  expect(played).toMatchObject({ startDate: friday, endDate: daysLater(friday, 2) });
  const days = (Date.parse(friday) - Date.parse('2026-11-13')) / 86_400_000;
  const back = (date: string | null | undefined) => date && daysLater(date, -days);
  const written = world.map((record) => {
    if (record.type === 'battle') return { ...record, date: back(record.date) };
    if (record.type !== 'tournament') return record;
    return { ...record, startDate: back(record.startDate), endDate: back(record.endDate) };
  });
  expect(digest(written)).toBe(digest(small.records));
});

test('records come in the order clubs, players, battle packs, factions, each tournament with its battles, casual battles', () => {
  const kinds = small.records.map((record) =>
    record.type === 'tournament' || record.type === 'battle' ? (placeOf(record) ?? 'casual') : record.type,
  );
  const runs = kinds.filter((kind, at) => kind !== kinds[at - 1]);
  expect(runs).toStrictEqual([
    'club',
    'player',
    'battlePack',
    'faction',
    ...small.tournaments.map((tournament) => tournament.slug),
    'casual',
  ]);
});

test('tournaments fit the calendar', () => {
  for (const { slug, status, startDate, endDate } of small.tournaments) {
    if (!startDate || !endDate) continue;
    const expected = endDate < WORLD_DAY ? 'finished' : startDate <= WORLD_DAY ? 'ongoing' : 'planned';
    expect([slug, status]).toStrictEqual([slug, expected]);
    expect(startDate > '2023-01-01' && endDate < '2027-03-01').toBe(true);
    for (const { date } of small.battlesOf(slug)) {
      expect(date && date >= startDate && date <= endDate && date <= WORLD_DAY).toBe(true);
    }
  }
});

test('points, outcomes and rounds of a battle agree', () => {
  for (const { sides } of small.battles) {
    const [first, second] = sides;
    const outcome = Math.sign((first.victoryPoints ?? 0) - (second.victoryPoints ?? 0));
    if (first.outcome !== null) expect(first.outcome).toBe(['loss', 'draw', 'win'][outcome + 1]);
    else expect([first.battlePoints, first.victoryPoints, second.victoryPoints]).toStrictEqual([null, null, null]);
    for (const { rounds = [], victoryPoints, list, faction } of sides) {
      if (rounds.length > 0) expect(sum(rounds.map((round) => round.victoryPoints ?? 0))).toBe(victoryPoints);
      if (list) expect(list.faction).toBe(faction);
    }
  }
});

describe('the small world shows', () => {
  const { tournaments, battles, players } = small;
  const removed = new Set(players.flatMap(({ id, removed }) => (removed ? id : [])));
  const everybody = tournaments.flatMap((tournament) => tournament.participants ?? []);
  const sides = battles.flatMap((battle) => battle.sides);
  const find = (slug: string) => tournaments.find((tournament) => tournament.slug === slug);
  const unpublished = tournaments.filter(({ published }) => !published);

  test.each<[string, unknown]>([
    ['a big finished Swiss event', find('grand-open-2025')?.participants?.length === 200],
    ['the autumn open under way', find('autumn-open-2026')?.status === 'ongoing'],
    ['unpublished ones of every status', new Set(unpublished.map(({ status }) => status)).size === 3],
    ['groups', tournaments.some(({ groups }) => groups)],
    ['teams', tournaments.some(({ teams = [] }) => teams.length > 0)],
    ['a removed participant', everybody.some(({ playerId }) => removed.has(playerId ?? ''))],
    ['a participant without public id', everybody.some(({ playerId, name }) => playerId === null && name)],
    ['archived battles', battles.some(({ archived }) => archived)],
    ['casual battles', battles.some(({ tournament }) => tournament === null)],
    ['every outcome', new Set(sides.map(({ outcome }) => outcome)).size === 4],
    ['names in other scripts', players.some(({ name }) => /\p{Script=Greek}/u.test(name ?? ''))],
  ])('%s', (_, seen) => {
    expect(seen).toBeTruthy();
  });

  test('the spring clash with every kind of stage', () => {
    expect(find('spring-clash-2026')?.stages?.map(({ id }) => id)).toStrictEqual([
      ...['swiss', 'knockout', 'placement-swiss', 'placement-3', 'placement-5-8', 'standings'],
    ]);
  });
});

test('a bigger world has as many battles as asked for, and what is added is complete', () => {
  const big = read(makeWorld(8_000));
  expect(big.battles.length).toBeGreaterThanOrEqual(8_000);
  expect(big.battles.length).toBeLessThan(8_400);
  const known = new Set(small.battles.map((battle) => battle.id));
  const added = big.battles.filter((battle) => !known.has(battle.id));
  expect(added.filter(({ sides }) => sides.some((side) => side.rounds?.length !== 5))).toStrictEqual([]);
  expect(share(added, ({ sides }) => sides[0].list !== null)).toBeCloseTo(0.1, 1);
  expect(share(added, ({ tournament }) => tournament === null)).toBeCloseTo(0.1, 1);
  const run = new Set(big.tournaments.filter(({ club }) => club === 'northern-legion').map(({ slug }) => slug));
  expect(share(added, ({ tournament }) => run.has(tournament ?? ''))).toBeGreaterThan(0.1);
});

function read(generator: Iterable<BundleRecord>) {
  const records = [...generator];
  const battles = records.filter((record) => record.type === 'battle');
  const byTournament = grouped(battles, (battle) => battle.tournament ?? null);
  return {
    records,
    clubs: records.filter((record) => record.type === 'club'),
    players: records.filter((record) => record.type === 'player'),
    tournaments: records.filter((record) => record.type === 'tournament'),
    battles,
    battlesOf: (slug: string) => byTournament.get(slug) ?? [],
  };
}

const placeOf = (record: TournamentRecord | BattleRecord) =>
  record.type === 'tournament' ? record.slug : record.tournament;

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, groups.get(key) ?? []);
    groups.get(key)?.push(item);
  }
  return groups;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const share = (battles: BattleRecord[], which: (battle: BattleRecord) => boolean) =>
  battles.filter(which).length / battles.length;

function daysLater(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function digest(records: Iterable<object>): string {
  const hash = createHash('sha256');
  for (const record of records) hash.update(JSON.stringify(record));
  return hash.digest('hex');
}
