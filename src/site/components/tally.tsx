import type { BattleCardFragment } from '../operations.generated.js';
import { Fact } from './fact.js';
import { NBSP_PERCENT, recordOf } from './words.js';

export type Tally = { wins: number; draws: number; losses: number };

type Side = BattleCardFragment['players'][number];

export function tallyOf(sides: readonly Side[]): Tally {
  const count = (outcome: Side['outcome']) => sides.filter((side) => side.outcome === outcome).length;
  return { wins: count('win'), draws: count('draw'), losses: count('loss') };
}

export const countOf = ({ wins, draws, losses }: Tally) => wins + draws + losses;

export const shareWon = (tally: Tally) =>
  countOf(tally) === 0 ? '–' : `${Math.round((100 * tally.wins) / countOf(tally))}${NBSP_PERCENT}`;

/** A tally in the list of facts on a page. */
export function TallyFact({ tally, name = 'Won – drew – lost' }: { tally: Tally; name?: string }) {
  return (
    <Fact name={name}>
      {recordOf(tally)} <small>{shareWon(tally)} won</small>
    </Fact>
  );
}
