import { ELO_START, eloExpected, eloStep } from './elo.js';
import {
  afterIdleWeeks,
  afterWeek,
  decimals,
  type Evidence,
  expectedScore,
  NEWCOMER,
  type Rating,
  weigh,
} from './glicko2.js';
import { logLoss, type WeekPredictions } from './prediction.js';

/** `score` is that of the first player: 1, 0.5 or 0. */
export type RatedBattle<Id> = { week: number; first: Id; second: Id; score: number };

/**
 * A player's rating at the end of a week in which they played, and their number of battles in that week. `elo` is the
 * rating by another method, for comparison.
 */
export type LedgerRow<Id> = Rating & { player: Id; week: number; battles: number; elo: number };

/** The last row of every player at the end of some week: all that later weeks depend on. */
export type Checkpoint<Id> = ReadonlyMap<Id, LedgerRow<Id>>;

/** A battle with both ratings before its week, and the expected score of the first player. */
type PredictedBattle<Battle> = { battle: Battle; first: Rating; second: Rating; expected: number };

/** Type of the player ids in such battles. */
export type IdOf<Battle extends RatedBattle<unknown>> = Battle['first'];

export type PlayedWeek<Battle extends RatedBattle<unknown>> = {
  week: number;
  rows: LedgerRow<IdOf<Battle>>[];
  battles: PredictedBattle<Battle>[];
  predictions: WeekPredictions;
};

type Entrant<Id> = Evidence & { player: Id; before: Rating; battles: number; elo: number };

/**
 * Plays one week, starting from the last rows before it, which it updates. A battle against oneself is ignored. Within a
 * week the order of battles matters only to Elo.
 */
export function playWeek<Battle extends RatedBattle<unknown>>(
  last: Map<IdOf<Battle>, LedgerRow<IdOf<Battle>>>,
  week: readonly Battle[],
): PlayedWeek<Battle> {
  type Id = IdOf<Battle>;
  const number = week[0]?.week ?? 0;
  const entrants = new Map<Id, Entrant<Id>>();
  const enter = (player: Id): Entrant<Id> => {
    const known = entrants.get(player);
    if (known) return known;
    const before = ratingBefore(last, player, number);
    const elo = last.get(player)?.elo ?? ELO_START;
    const entrant = { player, before, information: 0, surprise: 0, battles: 0, elo };
    entrants.set(player, entrant);
    return entrant;
  };
  const battles: PredictedBattle<Battle>[] = [];
  const predictions = { week: number, battles: 0, glicko2: 0, elo: 0 };
  for (const battle of week) {
    if (battle.first === battle.second) continue;
    const { score } = battle;
    const one = enter(battle.first);
    const other = enter(battle.second);
    const expected = expectedScore(one.before, other.before);
    const byElo = eloExpected(one.elo, other.elo);
    battles.push({ battle, first: one.before, second: other.before, expected });
    predictions.battles += 1;
    predictions.glicko2 += logLoss(expected, score);
    predictions.elo += logLoss(byElo, score);
    weigh(one, one.before, other.before, score);
    weigh(other, other.before, one.before, 1 - score);
    one.battles += 1;
    other.battles += 1;
    const step = eloStep(byElo, score);
    one.elo += step;
    other.elo -= step;
  }
  const rows = Array.from(entrants.values(), (entrant): LedgerRow<Id> => {
    const { value, deviation, volatility } = afterWeek(entrant.before, entrant);
    const elo = decimals(entrant.elo, 4);
    return { player: entrant.player, week: number, value, deviation, volatility, battles: entrant.battles, elo };
  });
  for (const row of rows) last.set(row.player, row);
  return { week: number, rows, battles, predictions };
}

/** The rating with which a player enters a week. */
export function ratingBefore<Id>(last: Checkpoint<Id>, player: Id, week: number): Rating {
  const row = last.get(player);
  return row ? afterIdleWeeks(row, week - row.week - 1) : NEWCOMER;
}
