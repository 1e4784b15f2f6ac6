import { POINT_UNITS } from '@battle-results/bundle-format/points';
import { board } from './board.js';
import type { Competition } from './competition.js';
import { noStageFigures, type StageFigures } from './figures.js';
import { withUnplayed } from './unplayed.js';

/** One side of a battle that counts, with the fields that the board needs. */
export type PlayedSide = {
  stageId: string;
  round: number;
  participantId: number;
  opponentId: number;
  outcome: 'win' | 'draw' | 'loss' | null;
  /** Battle points in the smallest unit, so that their sum does not depend on the order. */
  pointUnits: number;
  victoryPoints: number;
  victoryPointsDiff: number;
};

/** Ranks by participant; null for those who have not taken part so far. */
export type RanksAfter = { round: number; rankOf: ReadonlyMap<number, number | null> };

/** Ranks on the board of a stage after each round in which a battle was played, computed one at a time. */
export function* ranksByRound(
  stageId: string,
  competition: Competition,
  all: readonly PlayedSide[],
): Generator<RanksAfter> {
  const sides = all.filter((side) => side.stageId === stageId).sort((one, other) => one.round - other.round);
  const sums = new Map<number, Sums>();
  for (let at = 0; at < sides.length; ) {
    const round = sides[at]?.round ?? 0;
    for (; sides[at]?.round === round; at += 1) add(sums, sides[at] as PlayedSide, stageId);
    addOpponents(sums, sides, at);
    for (const own of sums.values()) {
      own.battlePoints = own.pointUnits / POINT_UNITS;
      own.opponentsBattlePoints = own.opponentsUnits / POINT_UNITS;
    }
    const rows = board(stageId, {
      ...competition,
      figures: withUnplayed([...sums.values()], competition.contenders, round),
    });
    yield { round, rankOf: new Map(rows.map(({ participantId, rank }) => [participantId, rank])) };
  }
}

/** The same objects for every round: copying them takes longer than ranking. */
type Sums = StageFigures & { pointUnits: number; opponentsUnits: number };

function add(sums: Map<number, Sums>, side: PlayedSide, stageId: string): void {
  const own = sums.get(side.participantId) ?? {
    ...noStageFigures(stageId, side.participantId),
    pointUnits: 0,
    opponentsUnits: 0,
  };
  sums.set(side.participantId, own);
  own.battles += 1;
  own.wins += side.outcome === 'win' ? 1 : 0;
  own.draws += side.outcome === 'draw' ? 1 : 0;
  own.losses += side.outcome === 'loss' ? 1 : 0;
  own.pointUnits += side.pointUnits;
  own.victoryPoints += side.victoryPoints;
  own.victoryPointsDiff += side.victoryPointsDiff;
}

/** Sums over the first `count` sides, because earlier opponents have played on. One met twice counts twice. */
function addOpponents(sums: Map<number, Sums>, sides: readonly PlayedSide[], count: number): void {
  for (const own of sums.values()) {
    own.opponentsUnits = 0;
    own.opponentsWins = 0;
  }
  for (let at = 0; at < count; at += 1) {
    const { participantId, opponentId } = sides[at] as PlayedSide;
    const [own, other] = [sums.get(participantId), sums.get(opponentId)];
    if (!own || !other) continue;
    own.opponentsUnits += other.pointUnits;
    own.opponentsWins += other.wins;
  }
}
