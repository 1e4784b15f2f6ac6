import { exactPoints } from '@battle-results/bundle-format/points';
import type { TieBreaker } from '@battle-results/bundle-format/tie-breaker';
import { type Contender, type Player, playerOf } from './contender.js';
import type { Figures } from './figures.js';
import { tieBreakerValues } from './tie-breaker.js';

export type BoardRow = Player &
  Figures & {
    rank: number | null;
    /** Null on every row of a board without groups. */
    group: string | null;
    teamName: string | null;
    /** One value per tie-breaker, in the organiser's order. */
    rankedBy: number[];
  };

/**
 * Points are published in the form in which they are compared, so that rows with the same rank show the same. The keys
 * are written out because object spread makes a large board several times slower.
 */
export function boardRow(
  position: { rank: number | null; group: string | null },
  contender: Contender,
  figures: Figures,
  tieBreakers: readonly TieBreaker[],
): BoardRow {
  const { participantId, player, playerId } = playerOf(contender);
  return {
    rank: position.rank,
    group: position.group,
    participantId,
    player,
    playerId,
    teamName: contender.teamName,
    battles: figures.battles,
    unplayed: figures.unplayed,
    wins: figures.wins,
    draws: figures.draws,
    losses: figures.losses,
    battlePoints: exactPoints(figures.battlePoints),
    victoryPoints: figures.victoryPoints,
    victoryPointsDiff: figures.victoryPointsDiff,
    opponentsBattlePoints: exactPoints(figures.opponentsBattlePoints),
    opponentsWins: figures.opponentsWins,
    faction: figures.faction ?? (contender.faction || null),
    rankedBy: tieBreakerValues(figures, tieBreakers),
  };
}
