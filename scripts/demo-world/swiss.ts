import { boardOrder, byGroup, enterResult, newStanding, type Standing } from './board.js';
import type { Entrant } from './entrants.js';
import type { TournamentEvent } from './event.js';
import { pairUp } from './pairing.js';
import { pairTeams } from './teams.js';

type SwissStage = { id: 'swiss' | 'placement-swiss'; rounds: number; played: number; dropouts: number };

/** Plays Swiss rounds, each paired by the standings so far. */
export function playSwiss(event: TournamentEvent, stage: SwissStage, entrants: readonly Entrant[]): Standing[] {
  const standings = entrants.map(newStanding);
  const order = boardOrder(event.plan.tieBreakers);
  for (let round = 1; round <= stage.rounds && round - 1 < stage.played; round++) {
    const scenario = event.scenario();
    const present = standings.filter((standing) => !standing.entrant.dropped).sort(order);
    const isOfTeams = event.plan.teams.length > 0;
    const pairs = isOfTeams ? pairTeams(event.plan, standings, round) : byGroup(present).flatMap(pairUp);
    const finished = Math.floor(pairs.length * (stage.played - round + 1));
    pairs.forEach(([first, second], at) => {
      const where = { stage: stage.id, round, table: at + 1, scenario };
      if (at >= finished) {
        event.setUp(where, first.entrant, second.entrant);
        return;
      }
      const { sides } = event.play(where, first.entrant, second.entrant);
      enterResult(first, second, sides[0], sides[1]);
      enterResult(second, first, sides[1], sides[0]);
    });
    if (round < stage.played && round < stage.rounds) dropOut(present.sort(order), dropoutsAfter(stage, round));
  }
  return standings;
}

const dropoutsAfter = (stage: SwissStage, round: number) =>
  round === 2 ? Math.ceil(stage.dropouts / 2) : round === 3 ? Math.floor(stage.dropouts / 2) : 0;

/** Players near the bottom of the board leave. */
function dropOut(bestFirst: readonly Standing[], count: number) {
  for (let at = 1; at <= count; at++) {
    const standing = bestFirst[bestFirst.length - 2 * at];
    if (standing) standing.entrant.dropped = true;
  }
}
