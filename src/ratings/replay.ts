import { afterIdleWeeks, afterWeek, type Evidence, NEWCOMER, type Rating, weigh } from './glicko2.js';

/** `score` is the first player's: 1, 0.5 or 0. */
export type RatedBattle<Id> = { week: number; first: Id; second: Id; score: number };

/** A player's rating at the end of a week in which they played, and how many battles that week had for them. */
export type LedgerRow<Id> = Rating & { player: Id; week: number; battles: number };

/** The last row of every player at the end of some week: all that later weeks depend on. */
export type Checkpoint<Id> = ReadonlyMap<Id, LedgerRow<Id>>;

type Entrant<Id> = Evidence & { player: Id; before: Rating; battles: number };

/**
 * The ledger, a week at a time; `battles` are ordered by week, all later than the checkpoint, in any order inside a week.
 * From any checkpoint on it is the same to the last bit as from the start.
 */
export function* replay<Id>(
  battles: Iterable<RatedBattle<Id>>,
  checkpoint: Checkpoint<Id> = new Map(),
): Generator<LedgerRow<Id>[], Map<Id, LedgerRow<Id>>> {
  const last = new Map(checkpoint);
  for (const week of byWeek(battles)) {
    const rows = playWeek(last, week);
    for (const row of rows) last.set(row.player, row);
    yield rows;
  }
  return last;
}

/** The rows of one week, from the ratings before it. A battle against oneself says nothing. */
export function playWeek<Id>(last: Checkpoint<Id>, battles: readonly RatedBattle<Id>[]): LedgerRow<Id>[] {
  const entrants = new Map<Id, Entrant<Id>>();
  const enter = (player: Id, week: number) => {
    const known = entrants.get(player);
    if (known) return known;
    const entrant = { player, before: ratingBefore(last, player, week), information: 0, surprise: 0, battles: 0 };
    entrants.set(player, entrant);
    return entrant;
  };
  for (const { first, second, score, week } of battles) {
    if (first === second) continue;
    const one = enter(first, week);
    const other = enter(second, week);
    weigh(one, one.before, other.before, score);
    weigh(other, other.before, one.before, 1 - score);
    one.battles += 1;
    other.battles += 1;
  }
  const week = battles[0]?.week ?? 0;
  return Array.from(entrants.values(), (entrant) => {
    const { value, deviation, volatility } = afterWeek(entrant.before, entrant);
    return { player: entrant.player, week, value, deviation, volatility, battles: entrant.battles };
  });
}

/** The rating with which a player goes into a week. */
export function ratingBefore<Id>(last: Checkpoint<Id>, player: Id, week: number): Rating {
  const row = last.get(player);
  return row ? afterIdleWeeks(row, week - row.week - 1) : NEWCOMER;
}

/** Battles of the same week together. */
export function* byWeek<Id>(battles: Iterable<RatedBattle<Id>>): Generator<RatedBattle<Id>[]> {
  let week: RatedBattle<Id>[] = [];
  for (const battle of battles) {
    const current = week[0]?.week ?? battle.week;
    if (battle.week < current) throw new RangeError(`a battle of week ${battle.week} comes after week ${current}`);
    if (battle.week > current) {
      yield week;
      week = [];
    }
    week.push(battle);
  }
  if (week.length > 0) yield week;
}
