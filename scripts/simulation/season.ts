import type { Random } from '../../src/bundle/demo/random.js';

/** Strengths are logits: a lead of 1 wins 73 of 100 battles. */
export type Scenario = {
  events: number;
  size: keyof typeof SIZES;
  /** Standard deviation of a faction's strength between events. */
  betweenEvents: number;
  /** Standard deviation of the strength between players. */
  betweenPlayers: number;
};

/** For each kind of figure, the counts per event that an estimate is computed from. */
export type Season = Record<'common' | 'rare' | 'matchup' | 'unbeaten', number[][]>;

type Faction = { share: number; strength: number };
type Entrant = { faction: number; strength: number; wins: number };

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

/** Each entrant plays five rounds against random opponents, regardless of results. */
export function playSeason(random: Random, scenario: Scenario): Season {
  const season: Season = { common: [], rare: [], matchup: [], unbeaten: [] };
  for (let event = 0; event < scenario.events; event += 1) playEvent(random, scenario, season);
  return season;
}

function playEvent(random: Random, scenario: Scenario, season: Season): void {
  const field = enter(random, scenario);
  const common = [0, 0];
  const rare = [0, 0];
  const matchup = [0, 0];
  const unbeaten = [0, 0, field.length, field.filter(({ faction }) => faction === COMMON).length];
  for (let round = 1; round <= ROUNDS; round += 1) {
    shuffle(random, field);
    for (let table = 0; table < field.length; table += 2) {
      const [one, other] = [field[table], field[table + 1]] as [Entrant, Entrant];
      const score = battle(random, one, other);
      one.wins += Number(score === 2);
      other.wins += Number(score === 0);
      if (one.faction === other.faction) continue;
      for (const [own, their, points] of [
        [one.faction, other.faction, score],
        [other.faction, one.faction, 2 - score],
      ] as const) {
        if (own === COMMON) count(common, points);
        if (own === COMMON && their === RIVAL) count(matchup, points);
        if (own === RARE) count(rare, points);
      }
    }
    if (round === START) {
      const starts = field.filter(({ wins }) => wins === START);
      unbeaten[0] = starts.filter(({ faction }) => faction === COMMON).length;
      unbeaten[1] = starts.length;
    }
  }
  season.common.push(common);
  season.rare.push(rare);
  season.matchup.push(matchup);
  season.unbeaten.push(unbeaten);
}

function enter(random: Random, { size, betweenEvents, betweenPlayers }: Scenario): Entrant[] {
  const shares = FACTIONS.map(({ share }) => gamma(random, share * CONCENTRATION));
  const all = shares.reduce((sum, share) => sum + share, 0);
  const strengths = FACTIONS.map(({ strength }) => strength + betweenEvents * normal(random));
  return Array.from({ length: SIZES[size](random) }, () => {
    const faction = drawn(shares, all * random.next());
    return { faction, strength: (strengths[faction] ?? 0) + betweenPlayers * normal(random), wins: 0 };
  });
}

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

function count(counts: number[], points: number): void {
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
