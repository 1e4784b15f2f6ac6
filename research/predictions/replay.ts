// Ratings of all weeks in one go, as the service computes them week by week from what is stored.
import {
  type Checkpoint,
  type IdOf,
  type LedgerRow,
  type PlayedWeek,
  playWeek,
  type RatedBattle,
} from '../../src/ratings/replay.js';

/**
 * The ledger, one week at a time. `battles` must be in the order in which they were played, all later than the
 * checkpoint. Starting at any checkpoint gives the same result, to the last bit, as starting at the beginning.
 */
export function* replay<Battle extends RatedBattle<unknown>>(
  battles: Iterable<Battle>,
  checkpoint: Checkpoint<IdOf<Battle>> = new Map(),
): Generator<PlayedWeek<Battle>, Map<IdOf<Battle>, LedgerRow<IdOf<Battle>>>> {
  const last = new Map(checkpoint);
  for (const week of byWeek(battles)) yield playWeek(last, week);
  return last;
}

/** Groups consecutive battles of the same week. */
function* byWeek<Battle extends RatedBattle<unknown>>(battles: Iterable<Battle>): Generator<Battle[]> {
  let week: Battle[] = [];
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
