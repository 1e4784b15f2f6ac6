import type { BoardRow } from './board-row.js';
import type { Competition } from './competition.js';
import { finalStandings } from './final-standings.js';
import { FINAL_STANDINGS } from './stage.js';
import { swissBoard } from './swiss-board.js';

/** The ranked rows of any board stage. */
export function board(stageId: string, competition: Competition): BoardRow[] {
  return stageId === FINAL_STANDINGS ? finalStandings(competition) : swissBoard(stageId, competition);
}
