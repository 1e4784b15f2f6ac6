import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeCourse } from '../../scripts/demo-world/course.js';
import { makeWorld } from '../../scripts/demo-world/world.js';
import { checkRecord } from '../../src/bundle/check.js';
import { type BattleRecord, type BundleRecord, recordSchemas, type TournamentRecord } from '../../src/bundle/record.js';
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

test('every record says everything, in the order of its schema, and contradicts itself nowhere', () => {
  const partial = small.records.filter((record) => !isComplete(recordSchemas[record.type] as Schema, record));
  expect(partial).toStrictEqual([]);
  expect(problems(small)).toStrictEqual([]);
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
  const named = new Map(players.map((player) => [player.id, player]));
  const everybody = tournaments.flatMap((tournament) => tournament.participants ?? []);
  const stages = tournaments.flatMap((tournament) => tournament.stages ?? []);
  const matches = tournaments.flatMap((tournament) => tournament.bracketMatches ?? []);
  const sides = battles.flatMap((battle) => battle.sides);
  const rounds = sides.flatMap((side) => side.rounds ?? []);
  const casual = battles.filter((battle) => battle.tournament === null);
  const measures = rounds.flatMap((round) => Object.values(round.metrics ?? {}));
  const pack = (battle: BattleRecord) => small.packs.find(({ name }) => name === battle.battlePack);
  const status = (slug: string) => tournaments.find((tournament) => tournament.slug === slug)?.status;
  const has = (tournament: TournamentRecord, id: string) =>
    tournament.stages?.some((stage) => stage.id === id) ?? false;
  const played = new Set(battles.flatMap((battle) => battle.sides.map((side) => `${battle.tournament} ${side.entry}`)));
  const removed = (id: string | null | undefined) => named.get(id ?? '')?.removed === true;
  const names = players.flatMap((player) => player.name ?? []);
  const spring = tournaments.find((tournament) => tournament.slug === 'spring-clash-2026');
  const autumn = tournaments.find((tournament) => tournament.slug === 'autumn-open-2026');
  const unpublished = tournaments.filter((tournament) => !tournament.published);
  const swissOf = (name: string) => stages.some((stage) => stage.id === 'swiss' && stage.name === name);

  const sights: [string, boolean | undefined][] = [
    [
      'a big finished Swiss event',
      tournaments.some((t) => t.slug === 'grand-open-2025' && t.participants?.length === 200),
    ],
    [
      'the spring clash with every kind of stage',
      spring?.club === 'northern-legion' &&
        spring.participants?.length === 32 &&
        spring.stages?.map((stage) => stage.id).join() ===
          'swiss,knockout,placement-swiss,placement-3,placement-5-8,standings',
    ],
    ['the autumn open under way', autumn?.status === 'ongoing' && autumn.published],
    ['planned, ongoing and finished', new Set(tournaments.map((tournament) => tournament.status)).size === 3],
    ['unpublished ones of every status', new Set(unpublished.map((tournament) => tournament.status)).size === 3],
    ['unpublished ones with battles', unpublished.filter(({ slug }) => small.battlesOf(slug).length > 0).length > 1],
    ['plain Swiss', tournaments.some((t) => has(t, 'swiss') && !has(t, 'knockout') && !t.groups)],
    ['groups', tournaments.some((t) => t.groups && t.participants?.some(({ group }) => group === 'Group A'))],
    ['swiss named Swiss Stage', swissOf('Swiss Stage')],
    ['swiss named Group Stage', swissOf('Group Stage')],
    ['swiss named Swiss Rounds', swissOf('Swiss Rounds')],
    ['a scoped board with its own label', stages.some((stage) => stage.name === 'Silver Bracket Swiss')],
    ['final standings by another name', stages.some(({ id, name }) => id === 'standings' && name === 'Overall')],
    ['final standings set up before the end', tournaments.some((t) => t.status === 'ongoing' && has(t, 'standings'))],
    ['a placement bracket of eight', stages.some((stage) => stage.id === 'placement-9-16')],
    [
      'finished before placements were recorded',
      tournaments.some(
        (t) => t.status === 'finished' && has(t, 'knockout') && t.participants?.every((p) => p.finalPlacement === null),
      ),
    ],
    [
      'a knockout waiting on results in the autumn open',
      autumn?.bracketMatches?.some((match) => match.stage === 'knockout' && match.players.length === 0) &&
        autumn.bracketMatches.some((match) => match.stage === 'knockout' && match.battle !== null && match.winner),
    ],
    ['a match known and not played', matches.some((match) => match.players.length === 2 && match.winner === null)],
    ['a match won without a battle', matches.some((match) => match.winner !== null && match.battle === null)],
    ['a participant without public id', everybody.some(({ playerId, name }) => playerId === null && name)],
    ['a removed participant', everybody.some(({ playerId }) => removed(playerId))],
    [
      'a removed player in a casual battle',
      casual.some((battle) => battle.sides.some((side) => removed(side.playerId))),
    ],
    ['somebody without a club', everybody.some(({ club }) => club === null)],
    ['no list', everybody.some(({ list }) => list === null)],
    ['a list with line breaks', everybody.some(({ list }) => list?.text?.includes('\n'))],
    ['a list with tactic cards', everybody.some(({ list }) => list?.battleTacticCards?.length)],
    [
      'somebody who left',
      tournaments.some((t) => t.participants?.some((p) => p.dropped && played.has(`${t.slug} ${p.entry}`))),
    ],
    [
      'somebody who never turned up',
      tournaments.some(
        (t) => t.status !== 'planned' && t.participants?.some((p) => p.dropped && !played.has(`${t.slug} ${p.entry}`)),
      ),
    ],
    ['no club', tournaments.some((tournament) => tournament.club === null)],
    ['no dates', tournaments.some((t) => t.startDate === null && t.status === 'finished')],
    ['no city but a country', tournaments.some((t) => t.city === null && t.country !== null)],
    ['neither city nor country', tournaments.some((t) => t.city === null && t.country === null)],
    ['no battle pack', tournaments.some((t) => t.battlePack === null && small.battlesOf(t.slug).length > 0)],
    ['no organisers', tournaments.some((tournament) => tournament.organizers?.length === 0)],
    ['several organisers', tournaments.some((tournament) => (tournament.organizers?.length ?? 0) > 1)],
    ['planned without stages', tournaments.some((t) => t.status === 'planned' && t.stages?.length === 0)],
    [
      'planned with sign-ups',
      tournaments.some((t) => t.status === 'planned' && t.stages?.length && t.participants?.length),
    ],
    ['accents', names.some((name) => /[éèñ]/.test(name))],
    ['umlauts', names.some((name) => /[äöü]/.test(name))],
    ['apostrophes', names.some((name) => name.includes("'"))],
    ['strokes', names.some((name) => name.includes('ø')) && names.some((name) => /[łŁ]/.test(name))],
    [
      'Cyrillic and Greek',
      names.some((name) => /\p{Script=Cyrillic}/u.test(name)) && names.some((name) => /\p{Script=Greek}/u.test(name)),
    ],
    ['mixed case', names.includes('Jan de Vries') && names.includes('anders åkesson')],
    [
      'namesakes in one tournament',
      spring?.participants?.filter(({ playerId }) => named.get(playerId ?? '')?.name === 'Tom Baker').length === 2,
    ],
    ['draws', sides.some((side) => side.outcome === 'draw')],
    [
      'unfinished battles',
      battles.some((b) => b.sides[0].outcome === null && status(b.tournament ?? '') === 'ongoing'),
    ],
    ['archived tournament battles', battles.some((battle) => battle.archived && battle.tournament)],
    ['archived casual battles', casual.some((battle) => battle.archived)],
    ['casual battles with and without club', casual.some((b) => b.club) && casual.some((b) => b.club === null)],
    ['casual battles with and without date', casual.some((b) => b.date) && casual.some((b) => b.date === null)],
    [
      'a casual side that has only a name',
      casual.some((b) => b.sides.some((side) => side.name && side.playerId === null)),
    ],
    ['every victory size', new Set(battles.map((battle) => battle.victorySize)).size === 3],
    ['a win without size', battles.some((b) => b.victorySize === null && b.sides[0].outcome === 'win')],
    ...(['scoresObjectives', 'usesBattleTactics', 'usesGrandStrategies'] as const).map((flag): [string, boolean] => [
      `packs with and without ${flag}, both in use`,
      new Set(battles.flatMap((battle) => pack(battle)?.[flag] ?? [])).size === 2,
    ]),
    [
      'values a pack does not score',
      battles.some((b) => pack(b)?.scoresObjectives === false && b.sides[0].objectivePoints !== null) &&
        battles.some((b) => pack(b)?.usesGrandStrategies === false && b.sides[0].grandStrategy !== null),
    ],
    ['metrics of both kinds', new Set(measures.map((value) => typeof value)).size === 2],
    ['battles without rounds', battles.some((b) => b.sides[0].outcome !== null && b.sides[0].rounds?.length === 0)],
    ['rounds without battle tactic', rounds.some((r) => r.battleTactic === null) && rounds.some((r) => r.battleTactic)],
    ['roles and no roles', new Set(sides.map((side) => side.role)).size === 3],
    [
      'drops and no drops',
      sides.some((side) => side.outcome && side.drops === null) && sides.some((side) => side.drops),
    ],
    [
      'no grand strategy where there could be one',
      battles.some((b) => pack(b)?.usesGrandStrategies && b.sides[0].outcome && b.sides[0].grandStrategy === null),
    ],
    ['grand strategies that came off or not', new Set(sides.map((side) => side.grandStrategyScored)).size === 3],
    ['no faction', sides.some((side) => side.faction === null)],
    ['no scenario', battles.some((battle) => battle.scenario === null)],
    ['half a battle point', sides.some((side) => side.battlePoints === 0.5)],
    ['lists in battles', sides.some((side) => side.list)],
    ['unusual tie-breakers', tournaments.some((tournament) => tournament.tieBreakers?.[0] === 'opponentsWins')],
    ['teams', tournaments.some(({ teams = [] }) => teams.length > 0)],
    ['a club without members', small.clubs.some((club) => club.members === 0)],
    ['clubs with and without website', new Set(small.clubs.map((club) => club.website === null)).size === 2],
    ['a club without a city', small.clubs.some((club) => club.city === null)],
  ];
  test.each(sights)('%s', (_, seen) => {
    expect(Boolean(seen)).toBe(true);
  });
});

test('a bigger world has as many battles as asked for, and what is added is complete and consistent', () => {
  const big = read(makeWorld(8_000));
  expect(problems(big)).toStrictEqual([]);
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

type World = ReturnType<typeof read>;

function read(generator: Iterable<BundleRecord>) {
  const records = [...generator];
  const battles = records.filter((record) => record.type === 'battle');
  const byTournament = grouped(battles, (battle) => battle.tournament ?? null);
  return {
    records,
    clubs: records.filter((record) => record.type === 'club'),
    players: records.filter((record) => record.type === 'player'),
    packs: records.filter((record) => record.type === 'battlePack'),
    tournaments: records.filter((record) => record.type === 'tournament'),
    battles,
    battlesOf: (slug: string) => byTournament.get(slug) ?? [],
  };
}

/** What an import would refuse of each record alone, and keys that are there twice or not at all. */
function problems({ records, tournaments, battles }: World): string[] {
  const keyOf = (record: BundleRecord) =>
    `${record.type} ${'slug' in record ? record.slug : 'id' in record ? record.id : record.name}`;
  const known = new Set(records.map(keyOf));
  const named = [...tournaments, ...battles].flatMap((record) => [
    `club ${record.club}`,
    `battlePack ${record.battlePack}`,
    ...(record.type === 'battle'
      ? [`tournament ${record.tournament}`, ...record.sides.map(({ playerId }) => `player ${playerId}`)]
      : [
          ...(record.organizers ?? []).map((playerId) => `player ${playerId}`),
          ...(record.participants ?? []).flatMap(({ club, playerId }) => [`club ${club}`, `player ${playerId}`]),
          ...(record.bracketMatches ?? []).map(({ battle }) => `battle ${battle}`),
        ]),
  ]);
  return [
    ...records.flatMap((record) => checkRecord(structuredClone(record)).problems.map(({ message }) => message)),
    ...(known.size === records.length ? [] : ['a key is there twice']),
    ...new Set(named.filter((key) => !known.has(key) && !key.endsWith(' null'))),
  ];
}

type Schema = { properties?: Record<string, Schema>; items?: Schema };

function isComplete(schema: Schema, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => isComplete(schema.items ?? {}, item));
  const { properties } = schema;
  if (!properties || typeof value !== 'object' || value === null) return true;
  const entries = Object.entries(value);
  return (
    Object.keys(properties).join() === entries.map(([key]) => key).join() &&
    entries.every(([key, item]) => isComplete(properties[key] ?? {}, item))
  );
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
