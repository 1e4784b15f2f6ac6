import type { TieBreaker } from '../../db/generated/enums.js';
import type { Columns } from '../../db/one-statement/model.js';
import type { BoardRow } from '../../standings/board-row.js';
import type { Paired } from '../../standings/bracket.js';
import type { Stage } from '../../standings/stage.js';

export type BoardValue = {
  kind: 'Board';
  stage: Stage;
  /** The round after which these standings stood; null for the current standings. */
  throughRound: number | null;
  rankedBy: readonly TieBreaker[];
  rows: BoardRow[];
};

export type RoundRanks = { round: number; ranks: (number | null)[] };

export type MatchRow = Columns<'BracketMatch'> & Paired;

export type BracketValue = { kind: 'Bracket'; stage: Stage; matches: MatchRow[] };
