import type { Random } from '../../src/bundle/demo/random.js';

/** Strengths are logits: a lead of 1 wins 73 of 100 battles. */
export type Scenario = {
  events: number;
  size: keyof typeof SIZES;
  /** Standard deviation of a faction's strength between events. */
  betweenEvents: number;
  /** Standard deviation of the strength between players. */
  betweenPlayers: number;
  /** Number of players who keep their faction and of whom each event draws its own; without it they are all new. */
  regulars?: number;
  /** `swiss` pairs those with equal points; otherwise opponents are random. */
  pairing?: 'swiss';
};

/** For each kind of figure, the counts that an estimate is computed from. */
export type Season = Record<Rate, Counts> & { unbeaten: number[][] };
export type Rate = 'common' | 'rare' | 'matchup';

/** Per event, and for each player and each opponent per event, unless there is no end of them. */
export type Counts = { events: number[][]; players: ByEvent; opponents: ByEvent; isEndless: boolean };
export type ByEvent = Map<number, Map<number, number[]>>;

type Faction = { share: number; strength: number };
type Player = { id: number; faction: number; strength: number };
type Entrant = Player & { points: number; wins: number };

const COMMON = 0;
const RIVAL = 1;
const RARE = 9;
export const FACTIONS: readonly Faction[] = [
  { share: 0.2, strength: 0.4 },
  { share: 0.15, strength: -0.3 },
  { share: 0.12, strength: 0.2 },
  { share: 0.1, strength: 0 },
  { share: 0.1, strength: 0.1 },
  { share: 0.08, strength: -0.2 },
  { share: 0.08, strength: -0.1 },
  { share: 0.07, strength: 0 },
  { share: 0.06, strength: 0.3 },
  { share: 0.04, strength: -0.4 },
];
export const DRAWS = 0.02;
const ROUNDS = 5;
const START = 4;
/** Concentration of the Dirichlet distribution from which each event's faction shares are drawn. */
const CONCENTRATION = 30;

const evenNumber = (half: number) => 2 * Math.round(half);
export const SIZES = {
  small: (random: Random) => evenNumber(4 + 6 * random.next()),
  mixed: (random: Random) => evenNumber(Math.min(Math.max(14 * Math.exp(0.7 * normal(random)), 4), 100)),
  large: (random: Random) => evenNumber(30 + 30 * random.next()),
};

/** Each entrant plays five rounds. `isEndless` draws other regulars for every event, as if there were no end of them. */
export function playSeason(random: Random, scenario: Scenario, { isEndless = false } = {}): Season {
  const createCounts = (): Counts => ({ events: [], players: new Map(), opponents: new Map(), isEndless });
  const [common, rare, matchup] = [createCounts(), createCounts(), createCounts()];
  const season: Season = { common, rare, matchup, unbeaten: [] };
  let pool = createPool(random, scenario);
  for (let event = 0; event < scenario.events; event += 1) {
    if (isEndless) pool = createPool(random, scenario);
    playEvent(random, scenario, event, enter(random, scenario, event, pool), season);
  }
  return season;
}

function playEvent(random: Random, { pairing }: Scenario, event: number, field: Entrant[], season: Season): void {
  const { common, rare, matchup } = season;
  for (const { events } of [common, rare, matchup]) events.push([0, 0]);
  const unbeaten = [0, 0, field.length, field.filter(({ faction }) => faction === COMMON).length];
  for (let round = 1; round <= ROUNDS; round += 1) {
    shuffle(random, field);
    if (pairing === 'swiss') field.sort((one, other) => other.points - one.points);
    for (let table = 0; table < field.length; table += 2) {
      const [one, other] = [field[table], field[table + 1]] as [Entrant, Entrant];
      const score = battle(random, one, other);
      one.points += score;
      other.points += 2 - score;
      one.wins += Number(score === 2);
      other.wins += Number(score === 0);
      if (one.faction === other.faction) continue;
      for (const [own, their, points] of [
        [one, other, score],
        [other, one, 2 - score],
      ] as const) {
        if (own.faction === COMMON) count(common, event, own, their, points);
        if (own.faction === COMMON && their.faction === RIVAL) count(matchup, event, own, their, points);
        if (own.faction === RARE) count(rare, event, own, their, points);
      }
    }
    if (round === START) {
      const starts = field.filter(({ wins }) => wins === START);
      unbeaten[0] = starts.filter(({ faction }) => faction === COMMON).length;
      unbeaten[1] = starts.length;
    }
  }
  season.unbeaten.push(unbeaten);
}

function createPool(random: Random, { regulars = 0, betweenPlayers }: Scenario): Player[] {
  const shares = FACTIONS.map(({ share }) => share);
  return Array.from({ length: regulars }, (_, id) => ({
    id,
    faction: drawn(shares, random.next()),
    strength: betweenPlayers * normal(random),
  }));
}

/** New players choose among the factions of the event, whose shares differ from event to event. */
function enter(random: Random, scenario: Scenario, event: number, pool: Player[]): Entrant[] {
  const { size, betweenEvents, betweenPlayers, regulars } = scenario;
  const shares = FACTIONS.map(({ share }) => gamma(random, share * CONCENTRATION));
  const all = shares.reduce((sum, share) => sum + share, 0);
  const strengths = FACTIONS.map(({ strength }) => strength + betweenEvents * normal(random));
  const length = SIZES[size](random);
  if (regulars !== undefined) {
    shuffle(random, pool);
    return pool.slice(0, Math.min(length, evenNumber(Math.floor(pool.length / 2)))).map((player) => ({
      ...player,
      strength: (strengths[player.faction] ?? 0) + player.strength,
      ...START_OF_EVENT,
    }));
  }
  return Array.from({ length }, (_, entry) => {
    const faction = drawn(shares, all * random.next());
    const strength = (strengths[faction] ?? 0) + betweenPlayers * normal(random);
    return { id: event * MOST_PLAYERS + entry, faction, strength, ...START_OF_EVENT };
  });
}

const START_OF_EVENT = { points: 0, wins: 0 };
const MOST_PLAYERS = 1000;

function drawn(shares: readonly number[], place: number): number {
  let left = place;
  const found = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return found < 0 ? shares.length - 1 : found;
}

/** Returns the first entrant's score in half points. */
function battle(random: Random, one: Entrant, other: Entrant): number {
  if (random.chance(DRAWS)) return 1;
  return random.chance(1 / (1 + Math.exp(other.strength - one.strength))) ? 2 : 0;
}

function count(counts: Counts, event: number, own: Player, met: Player, points: number): void {
  add(counts.events[event] ?? [], points);
  if (counts.isEndless) return;
  add(countsOf(counts.players, own.id, event), points);
  add(countsOf(counts.opponents, met.id, event), points);
}

function countsOf(players: ByEvent, id: number, event: number): number[] {
  const events = players.get(id) ?? new Map<number, number[]>();
  players.set(id, events);
  const counts = events.get(event) ?? [0, 0];
  events.set(event, counts);
  return counts;
}

function add(counts: number[], points: number): void {
  counts[0] = (counts[0] ?? 0) + points;
  counts[1] = (counts[1] ?? 0) + 1;
}

function shuffle<T>(random: Random, items: T[]): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const at = random.below(last + 1);
    [items[last], items[at]] = [items[at] as T, items[last] as T];
  }
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** Uses Marsaglia and Tsang's method. */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * random.next() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
