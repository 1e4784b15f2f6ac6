import type { TieBreaker } from '@battle-results/bundle-format/tie-breaker';
import type { Match } from './bracket.js';
import type { Contender } from './contender.js';
import type { StageFigures } from './figures.js';

/** All data from which the boards of a tournament are computed. Only the tie-breakers must be in order. */
export type Competition = {
  contenders: readonly Contender[];
  figures: readonly StageFigures[];
  matches: readonly Match[];
  tieBreakers: readonly TieBreaker[];
  /** Whether the tournament has groups, so that the `swiss` board is ranked by group. */
  groups: boolean;
};
