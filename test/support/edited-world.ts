// Corrections of a world, as an operator may import them: some records again, some changed, some new.

import type {
  BattleRecord,
  BundleRecord,
  ClubRecord,
  FactionRecord,
  ParticipantRecord,
  PlayerRecord,
  SideRecord,
  TournamentRecord,
} from '@battle-results/bundle-format/record';
import fc, { type Arbitrary, type GeneratorValue } from 'fast-check';

/** Lines of a bundle for a database that holds `world`, an export. Fields may be left out. */
export const editsOf = (world: readonly BundleRecord[]): Arbitrary<BundleRecord[]> =>
  fc.gen().map((g) => {
    const lines = world.flatMap((record): BundleRecord[] => {
      const before = structuredClone(record);
      switch (g(fc.nat, { max: 3 })) {
        case 0:
          return [];
        case 1:
          return [before];
        default:
          return [edited(g, before, world)];
      }
    });
    const added = world.flatMap((record) => (flag(g) && flag(g) ? copied(record) : []));
    return [...lines, ...added, ...(flag(g) ? [faction(g, 'f-1')] : [])];
  });

const flag = (g: GeneratorValue) => g(fc.boolean);
const one = <T>(g: GeneratorValue, values: readonly T[]): T => g(() => fc.constantFrom(...values));

function edited(g: GeneratorValue, record: BundleRecord, world: readonly BundleRecord[]): BundleRecord {
  switch (record.type) {
    case 'club':
      return leavingOut(g, some<ClubRecord>(g, record, { name: ['Other'], city: ['', 'York'], members: [0, 7] }), [
        'description',
        'city',
        'website',
      ]);
    case 'player':
      return player(g, record);
    case 'battlePack':
      return { ...record, scoresObjectives: flag(g), usesBattleTactics: flag(g) };
    case 'faction':
      return faction(g, record.slug);
    case 'tournament':
      return tournament(g, record, needed(record, world));
    case 'battle':
      return battle(g, record);
  }
}

/** Sets some of these fields to one of these values, or to null. */
function some<T extends object>(g: GeneratorValue, record: T, values: { [Name in keyof T]?: readonly T[Name][] }): T {
  const changed = { ...record };
  for (const [name, choices] of Object.entries(values) as [keyof T, T[keyof T][]][]) {
    if (flag(g) && flag(g)) changed[name] = one(g, choices);
  }
  return changed;
}

function leavingOut<T extends object>(g: GeneratorValue, record: T, names: (keyof T)[]): T {
  const left = { ...record };
  for (const name of names) if (flag(g) && flag(g)) delete left[name];
  return left;
}

function player(g: GeneratorValue, record: PlayerRecord): PlayerRecord {
  if (record.removed) return flag(g) ? { ...record, removed: false, name: 'Back' } : record;
  return one<PlayerRecord>(g, [
    { ...record, name: 'Other' },
    { ...record, name: null, removed: true },
    { type: 'player', id: record.id },
  ]);
}

function faction(g: GeneratorValue, slug: string): FactionRecord {
  return {
    ...{ type: 'faction', slug, name: `${slug} ${one(g, ['old', 'new'])}` },
    aliases: flag(g) ? [`${slug} alias`] : [],
  };
}

/** Entries and stages that battles have. */
function needed({ slug }: TournamentRecord, world: readonly BundleRecord[]) {
  const battles = world.filter((each): each is BattleRecord => each.type === 'battle' && each.tournament === slug);
  return {
    entries: battles.flatMap(({ sides }) => sides.map(({ entry }) => entry)),
    stages: battles.map(({ stage }) => stage),
  };
}

function tournament(g: GeneratorValue, record: TournamentRecord, kept: ReturnType<typeof needed>): TournamentRecord {
  const rarely = () => flag(g) && flag(g);
  const made = some(g, record, {
    name: ['Other'],
    published: [true, false],
    description: ['', 'Bring dice'],
    city: [null, 'York'],
    battlePack: [null],
    club: [null],
    listsFrom: [null, 'never', '2999-12-31T23:59:59Z'],
    provenance: [null],
    tieBreakers: [['wins'], ['battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints']],
    organizers: [[], record.organizers?.slice(1) ?? []],
    bracketMatches: [[], record.bracketMatches?.slice(1) ?? []],
  });
  if (rarely()) made.startDate = null;
  if (rarely()) [made.startDate, made.endDate] = ['2026-05-02', one(g, ['2026-05-02', '2026-05-03'])];
  const used = new Set((made.bracketMatches ?? []).map(({ stage }) => stage));
  if (rarely())
    made.stages = (made.stages ?? [])
      .filter(({ id }) => used.has(id) || kept.stages.includes(id))
      .map((stage) => some(g, stage, { name: ['Finals'] }));
  if (rarely()) made.stages = made.stages?.toReversed() ?? [];
  const stages = new Set((made.stages ?? []).map(({ id }) => id));
  const playing = new Set([...kept.entries, ...(made.bracketMatches ?? []).flatMap(({ players }) => players)]);
  made.participants = (made.participants ?? [])
    .filter(({ entry }) => playing.has(entry) || !rarely())
    .map((one) => participant(g, one))
    .map((one) => ({ ...one, unplayed: (one.unplayed ?? []).filter(({ stage }) => stages.has(stage)) }));
  if (rarely()) swap(made.participants);
  if (rarely()) made.participants.push({ entry: newEntry(made.participants), name: 'New one' });
  if (rarely()) {
    made.teams = made.teams?.slice(1) ?? [];
    const names = new Set(made.teams.map(({ name }) => name));
    for (const each of made.participants) if (!names.has(each.team ?? '')) each.team = null;
  }
  made.bracketMatches = (made.bracketMatches ?? []).map((match) => some(g, match, { winner: [null], round: ['R'] }));
  return made;
}

function participant(g: GeneratorValue, record: ParticipantRecord): ParticipantRecord {
  const list = record.list && { ...record.list, ...one(g, [{ faction: '' }, { text: 'Another' }, { points: 1 }]) };
  return some(g, record, {
    ...(record.playerId ? {} : { name: ['Renamed'] }),
    club: [null],
    dropped: [true, false],
    finalPlacement: [null],
    list: [null, list ?? { faction: 'New', subFaction: '', points: 0, battleTacticCards: [], text: '' }],
    unplayed: [[]],
  });
}

/** Two participants exchange who they are. */
function swap(participants: ParticipantRecord[]) {
  const [first, second] = participants;
  if (!first || !second) return;
  [first.playerId, second.playerId] = [second.playerId ?? null, first.playerId ?? null];
  [first.name, second.name] = [second.name ?? null, first.name ?? null];
}

const newEntry = (participants: ParticipantRecord[]) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].find((number) => participants.every(({ entry }) => entry !== number)) as number;

const OUTCOMES = [
  ['win', 'loss'],
  ['loss', 'win'],
  ['draw', 'draw'],
  [null, null],
] as const;

function battle(g: GeneratorValue, record: BattleRecord): BattleRecord {
  const made = some(g, record, {
    ...{ date: [null, '2026-05-02'], round: [null, 1], scenario: [null, 'Hold'], archived: [true, false] },
  });
  if (flag(g) && flag(g)) {
    const outcomes = one(g, OUTCOMES);
    made.victorySize = null;
    made.sides = made.sides.map((each, at) => ({ ...each, outcome: outcomes[at] ?? null })) as [SideRecord, SideRecord];
  }
  if (flag(g) && flag(g)) {
    const [{ entry, playerId, name }, other] = made.sides;
    Object.assign(made.sides[0], { entry: other.entry, playerId: other.playerId, name: other.name });
    Object.assign(other, { entry, playerId, name });
  }
  made.sides = made.sides.map((each) => side(g, each)) as [SideRecord, SideRecord];
  return leavingOut(g, made, ['date', 'round', 'scenario', 'battlePack', 'victorySize', 'club']);
}

function side(g: GeneratorValue, record: SideRecord): SideRecord {
  const list = record.list && { ...record.list, ...one(g, [{ subFaction: '' }, { text: '' }, { points: 1 }]) };
  const made = some(g, record, {
    ...{ battlePoints: [null, 0, 20], victoryPoints: [null, 3], faction: [null, 'Orcs'], drops: [null] },
    ...{ list: [null, list ?? null], rounds: [[]] },
  });
  return leavingOut(g, made, ['battlePoints', 'list', 'rounds', 'faction', 'grandStrategyScored']);
}

/** A record like it, with another key. */
function copied(record: BundleRecord): BundleRecord[] {
  const before = structuredClone(record);
  switch (before.type) {
    case 'club':
      return [{ ...before, slug: `${before.slug}x` }];
    case 'player':
    case 'battle':
      return [{ ...before, id: `${before.id}x` }];
    case 'battlePack':
      return [{ ...before, name: `${before.name}x` }];
    case 'tournament':
      return [
        {
          ...before,
          slug: `${before.slug}x`,
          bracketMatches: before.bracketMatches?.map((match) => ({ ...match, battle: null })) ?? [],
        },
      ];
    default:
      return [];
  }
}
