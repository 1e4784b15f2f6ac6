import type { Random } from '../../scripts/demo-world/random.js';
import { type Event, FLAGS } from '../../src/statistics/event.js';
import { MILLIONTHS, withinRatings } from '../../src/statistics/rated.js';

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

type Faction = { share: number; strength: number };
/** `rating` is what is known of the player's own strength, in logits. */
type Player = { id: number; faction: number; strength: number; rating: number };
type Entrant = Player & { points: number; wins: number };

export const COMMON = 0;
export const RIVAL = 1;
export const RARE = 9;
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
const TOP = 4;
/** Standard deviation of what ratings get wrong. */
const DOUBT_OF_RATINGS = 0.4;
/** Concentration of the Dirichlet distribution from which each event's faction shares are drawn. */
const CONCENTRATION = 30;

const evenNumber = (half: number) => 2 * Math.round(half);
const SIZES = {
  small: (random: Random) => evenNumber(4 + 6 * random.next()),
  mixed: (random: Random) => evenNumber(Math.min(Math.max(14 * Math.exp(0.7 * normal(random)), 4), 100)),
  large: (random: Random) => evenNumber(30 + 30 * random.next()),
};

/** `isEndless` draws other regulars for every event, as if there were no end of them. */
export function* playSeason(random: Random, scenario: Scenario, { isEndless = false } = {}): Generator<Event> {
  let pool = createPool(random, scenario);
  for (let event = 0; event < scenario.events; event += 1) {
    if (isEndless) pool = createPool(random, scenario);
    yield playEvent(random, scenario, enter(random, scenario, event, pool));
  }
}

/** Each entrant plays five rounds. */
function playEvent(random: Random, { pairing }: Scenario, field: Entrant[]): Event {
  const battles: number[] = [];
  let unbeaten = new Set<Entrant>();
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
      const expected = Math.round(MILLIONTHS / (1 + Math.exp(other.rating - one.rating)));
      battles.push(one.faction, other.faction, score * 2 ** 20 + expected, ANY_RATING, one.id, other.id);
    }
    if (round === START) unbeaten = new Set(field.filter(({ wins }) => wins === START));
  }
  shuffle(random, field);
  const top = new Set(field.toSorted((one, other) => other.points - one.points).slice(0, TOP));
  const event = withinRatings({ month: null, battles: Int32Array.from(battles) }, ANY);
  const signUps = field.flatMap((entrant) => {
    const flags = (unbeaten.has(entrant) ? FLAGS.unbeatenStart : 0) + (top.has(entrant) ? FLAGS.topPlace : 0);
    return [event.factions.indexOf(entrant.faction) * 8 + flags, entrant.id];
  });
  return { ...event, players: field.length, field: Int32Array.from(signUps) };
}

const ANY_RATING = 0;
const ANY = { from: 0, to: 0 };

function createPool(random: Random, { regulars = 0, betweenPlayers }: Scenario): Player[] {
  const shares = FACTIONS.map(({ share }) => share);
  return Array.from({ length: regulars }, (_, id) => {
    const faction = drawn(shares, random.next());
    return { id, faction, ...ownStrength(random, betweenPlayers) };
  });
}

function ownStrength(random: Random, betweenPlayers: number): Pick<Player, 'strength' | 'rating'> {
  const strength = betweenPlayers * normal(random);
  return { strength, rating: strength + DOUBT_OF_RATINGS * normal(random) };
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
    const { strength, rating } = ownStrength(random, betweenPlayers);
    const id = event * MOST_PLAYERS + entry;
    return { id, faction, strength: (strengths[faction] ?? 0) + strength, rating, ...START_OF_EVENT };
  });
}

const START_OF_EVENT = { points: 0, wins: 0 };
const MOST_PLAYERS = 200;

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
