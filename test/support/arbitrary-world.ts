// Small worlds of edge cases: complete records of every type, in the order and format in which an export writes them.

import {
  type BattlePackRecord,
  type BattleRecord,
  type BracketMatchRecord,
  type BundleRecord,
  type ClubRecord,
  type ParticipantRecord,
  type PlayerRecord,
  recordSchemas,
  type SideRecord,
  sideSchema,
  type TournamentRecord,
} from '@battle-results/bundle-format/record';
import type { UnplayedRecord } from '@battle-results/bundle-format/unplayed-record';
import fc, { type Arbitrary, type GeneratorValue } from 'fast-check';

export const arbitraryWorld: Arbitrary<BundleRecord[]> = fc.gen().map((g) => {
  const clubs = many(g, 3, (at) => ({ ...any<ClubRecord>(g, recordSchemas.club), slug: key(g, at) })).sort(
    by(({ slug }) => slug),
  );
  const players = many(g, 5, (at): PlayerRecord => {
    const removed = flag(g);
    return { type: 'player', id: key(g, at), name: removed ? null : name(g), removed };
  }).sort(by(({ id }) => id));
  const packs = many(g, 2, (at) => {
    const pack = any<BattlePackRecord>(g, recordSchemas.battlePack);
    return { ...pack, name: `${pack.name}${at}` };
  }).sort(by(({ name }) => name));
  const known = {
    clubs: clubs.map(({ slug }) => slug),
    players: players.map(({ id }) => id),
    packs: packs.map(({ name }) => name),
  };
  const tournaments = many(g, 3, (at) => tournament(g, key(g, at), known)).sort(by(({ slug }) => slug));
  const battles = many(g, 5, (at) => battle(g, key(g, at), known, tournaments)).sort(by(({ id }) => id));
  for (const one of tournaments) one.bracketMatches = bracketMatches(g, one, battles);
  emptyTexts(
    players.filter(({ removed }) => removed).map(({ id }) => id),
    tournaments,
    battles,
  );
  return [...clubs, ...players, ...packs, ...tournaments, ...battles];
});

type Known = { clubs: string[]; players: string[]; packs: string[] };

const TEXTS = [
  ...['', ' ', '"', "';--", '\\', '\\u0000', 'a\r\n\tb', 'e\u0301', 'é', '𝔅😀', '\u0001\u007f', '\u2028', '\ufeffx'],
];
const KEYS = ['', 'é', 'e\u0301', '😀', '"', "'", '\\', '$1', '..', 'Ω', '{}', '&+', '~', '\uffff'];
const METRICS = ['kills', 'constructor', 'a.b', '0', '"', '😀', '$'];
const DAYS = ['0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29', '1999-12-31'];
const DECIMALS = [0.1, -2.5, 1e-7, 5e-324, 1e12, -123456.789, 0.30000000000000004];
const BRACKETS = ['knockout', 'placement-3', 'placement-5-8'];
const STAGES = ['swiss', 'placement-swiss', ...BRACKETS, 'standings'];

const anyText = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.replaceAll('\0', '')),
);
const anyName = anyText.map((text) => {
  const visible = text.replaceAll(/\p{Cc}/gu, '');
  return /^\s*$/.test(visible) ? 'x' : visible;
});
const anyDecimal = fc.oneof(
  fc.constantFrom(...DECIMALS),
  // JSON has no negative zero.
  fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((number) => number + 0),
);
/** Multiples of 1/10,000, up to a million. */
const anyBattlePoints = fc
  .oneof(fc.constantFrom(0, 1, 3000, 25_000, 1e10, -1e10), fc.integer({ min: -1e10, max: 1e10 }))
  .map((units) => units / 10_000);
const anyDay = fc.oneof(
  fc.constantFrom(...DAYS),
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
};

/** Anything that a field takes by its own description. */
function anyOf(schema: Schema): Arbitrary<unknown> {
  const types = [schema.type].flat();
  return types.includes('null') ? fc.option(anyOfType(schema, types[0]), { freq: 2 }) : anyOfType(schema, types[0]);
}

function anyOfType(schema: Schema, type?: string): Arbitrary<unknown> {
  const { items = {}, properties, minimum = 0, maximum = 0 } = schema;
  if (schema.const) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (type === 'boolean') return fc.boolean();
  if (type === 'number') return anyBattlePoints;
  if (type === 'integer') {
    const low = Math.max(minimum, 0);
    return fc.oneof(fc.integer({ min: low, max: Math.min(low + 20, maximum) }), fc.constantFrom(minimum, low, maximum));
  }
  if (type === 'array' && schema.uniqueItems) return fc.shuffledSubarray(items.enum ?? [], { minLength: 1 });
  if (type === 'array') return fc.array(anyOf(items), { maxLength: 2 });
  if (type === 'object' && !properties) return anyMetrics;
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).map(([key, field]) => [key, anyOf(field)]);
    return fc.record(Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>, { noNullPrototype: true });
  }
  if (schema.format === 'date') return anyDay;
  return schema.pattern ? anyName : anyText;
}

const anyMetrics = fc.record(Object.fromEntries(METRICS.map((name) => [name, fc.oneof(fc.boolean(), anyDecimal)])), {
  requiredKeys: [],
  noNullPrototype: true,
});

/** What the rules between fields ask for is then put in its place. */
const any = <T>(g: GeneratorValue, schema: object): T => g(() => anyOf(schema as Schema)) as T;
const name = (g: GeneratorValue) => g(() => anyName);
const maybe = <T>(g: GeneratorValue, arbitrary: Arbitrary<T>): T | null => g(() => fc.option(arbitrary, { freq: 2 }));
const flag = (g: GeneratorValue) => g(fc.boolean);
const between = (g: GeneratorValue, min: number, max: number) => g(() => fc.integer({ min, max }));
const one = <T>(g: GeneratorValue, values: readonly T[]): T => g(() => fc.constantFrom(...values));
const maybeOne = <T>(g: GeneratorValue, values: readonly T[]): T | null =>
  values.length === 0 ? null : maybe(g, fc.constantFrom(...values));
const some = <T>(g: GeneratorValue, values: T[]): T[] => g(() => fc.subarray(values));
const key = (g: GeneratorValue, at: number) => `${one(g, KEYS)}k${at}`;

function many<T>(g: GeneratorValue, max: number, make: (at: number) => T): T[] {
  return Array.from({ length: between(g, 0, max) }, (_, at) => make(at));
}

/** Compares UTF-8 bytes, which JavaScript's own comparison does not. */
function by<T>(keyOf: (item: T) => string) {
  return (first: T, second: T) => Buffer.compare(Buffer.from(keyOf(first)), Buffer.from(keyOf(second)));
}

function tournament(g: GeneratorValue, slug: string, known: Known): TournamentRecord {
  const made = any<TournamentRecord>(g, recordSchemas.tournament);
  const days = [made.startDate ?? null, made.endDate ?? null];
  const [startDate = null, endDate = null] = days.includes(null) ? days : days.sort();
  const stages = g(() => fc.shuffledSubarray(STAGES)).map((id) => ({
    id,
    name: name(g),
    type: BRACKETS.includes(id) ? ('bracket' as const) : ('board' as const),
    rounds: id === 'standings' ? null : between(g, 1, 99),
    players: id === 'knockout' ? between(g, 2, 2_147_483_647) : null,
  }));
  const teams = many(g, 3, (at) => ({ name: `${name(g)}${at}`, club: maybeOne(g, known.clubs) })).sort(
    by((team) => team.name),
  );
  return {
    ...made,
    slug,
    startDate,
    endDate,
    listsFrom: g(() => fc.constantFrom(null, 'never', '2999-12-31T23:59:59Z')),
    provenance: provenance(g),
    teamDrawRange: maybe(
      g,
      fc.integer({ min: 0, max: 10_000_000 }).map((units) => units / 10_000),
    ),
    battlePack: maybeOne(g, known.packs),
    club: maybeOne(g, known.clubs),
    organizers: some(g, known.players),
    stages,
    teams,
    participants: participants(g, known, { ...made, stages, teams }),
    bracketMatches: [],
  };
}

function provenance(g: GeneratorValue): NonNullable<TournamentRecord['provenance']> | null {
  const { provenance: schema } = recordSchemas.tournament.properties;
  const made = any<TournamentRecord['provenance']>(g, schema);
  return made ? { ...made, sha256: made.sha256.map(() => 'a1'.repeat(32)) } : null;
}

function participants(g: GeneratorValue, known: Known, of: TournamentRecord): ParticipantRecord[] {
  const { groups, status, stages = [], teams = [] } = of;
  const boards = stages.filter(({ id }) => id.endsWith('swiss'));
  const who = [...some(g, known.players), ...many(g, 3, () => null)];
  const entries = g(() =>
    fc.uniqueArray(fc.integer({ min: 1, max: 999_999 }), { minLength: who.length, maxLength: who.length }),
  );
  return entries
    .sort((first, second) => first - second)
    .map((entry, at) => ({
      ...any<ParticipantRecord>(g, recordSchemas.tournament.properties.participants.items),
      unplayed: some(g, boards).map(({ id, rounds }) => ({
        ...any<UnplayedRecord>(g, recordSchemas.tournament.properties.participants.items.properties.unplayed.items),
        stage: id,
        round: between(g, 1, rounds ?? 1),
      })),
      entry,
      playerId: who[at] ?? null,
      name: who[at] ? null : name(g),
      club: maybeOne(g, known.clubs),
      group: groups ? maybe(g, anyName) : null,
      team: maybeOne(g, teams)?.name ?? null,
      finalPlacement: status === 'finished' ? maybe(g, fc.integer({ min: 1, max: 9 })) : null,
    }));
}

/** A removed player's lists have no text. */
function emptyTexts(removed: string[], tournaments: TournamentRecord[], battles: BattleRecord[]) {
  const isRemoved = (playerId?: string | null) => removed.includes(playerId ?? '');
  const participant = (slug: string, entry?: number | null) =>
    tournaments.find((one) => one.slug === slug)?.participants?.find((one) => one.entry === entry);
  const theirs = [
    ...tournaments.flatMap(({ participants = [] }) => participants.filter(({ playerId }) => isRemoved(playerId))),
    ...battles.flatMap(({ tournament, sides }) =>
      sides.filter(({ entry, playerId }) =>
        isRemoved(tournament ? participant(tournament, entry)?.playerId : playerId),
      ),
    ),
  ];
  for (const owner of theirs) if (owner.list) owner.list.text = '';
}

function bracketMatches(
  g: GeneratorValue,
  { slug, stages = [], participants = [] }: TournamentRecord,
  battles: BattleRecord[],
) {
  const entries = participants.map(({ entry }) => entry);
  return stages
    .filter(({ type }) => type === 'bracket')
    .flatMap(({ id, rounds }) => {
      const recorded = battles
        .filter(({ tournament, stage }) => tournament === slug && stage === id)
        .map((battle) => battle.id);
      return many(g, 3, (at): BracketMatchRecord => {
        const players =
          entries.length > 1 && flag(g) ? g(() => fc.shuffledSubarray(entries, { minLength: 2, maxLength: 2 })) : [];
        return {
          stage: id,
          roundNumber: Math.min(Math.floor(at / 2) + 1, rounds ?? 1),
          round: name(g),
          table: at * 7 + 1,
          players,
          winner: maybeOne(g, players),
          battle: flag(g) ? (recorded.pop() ?? null) : null,
        };
      });
    });
}

function battle(g: GeneratorValue, id: string, known: Known, tournaments: TournamentRecord[]): BattleRecord {
  const playable = tournaments.flatMap(({ slug, stages = [], participants = [] }) =>
    participants.length < 2
      ? []
      : stages.filter((stage) => stage.id !== 'standings').map((stage) => ({ slug, stage: stage.id, participants })),
  );
  const place = maybeOne(g, playable);
  const [first = NOBODY, second = NOBODY] = opponents(g, place?.participants, known.players);
  const outcomes = one(g, [
    ['win', 'loss'],
    ['loss', 'win'],
    ['draw', 'draw'],
    [null, null],
  ] as const);
  return {
    ...any<BattleRecord>(g, recordSchemas.battle),
    id,
    tournament: place?.slug ?? null,
    stage: place?.stage ?? null,
    battlePack: maybeOne(g, known.packs),
    victorySize: outcomes.includes('win' as never) ? maybeOne(g, ['major', 'minor']) : null,
    club: place ? null : maybeOne(g, known.clubs),
    sides: [side(g, first, outcomes[0], 'attacker'), side(g, second, outcomes[1], 'defender')],
  };
}

type Who = Required<Pick<SideRecord, 'entry' | 'playerId' | 'name'>>;
const NOBODY: Who = { entry: null, playerId: null, name: null };

/** Two of the participants, or else of the players, and of others who have only a name. */
function opponents(g: GeneratorValue, participants: ParticipantRecord[] | undefined, players: string[]): Who[] {
  if (participants) {
    const two = g(() => fc.shuffledSubarray(participants, { minLength: 2, maxLength: 2 }));
    return two.map(({ entry }) => ({ ...NOBODY, entry }));
  }
  const [first = null, second = null] = g(() => fc.shuffledSubarray(players));
  return [first, second].map((playerId) => ({ ...NOBODY, playerId, name: playerId === null ? name(g) : null }));
}

function side(g: GeneratorValue, who: Who, outcome: SideRecord['outcome'], role: 'attacker' | 'defender'): SideRecord {
  const made = any<SideRecord>(g, sideSchema);
  const rounds = made.rounds?.map((each, at) => ({ ...each, round: at + 1 })) ?? [];
  return { ...made, ...who, outcome: outcome ?? null, role: maybeOne(g, [role]), rounds };
}
