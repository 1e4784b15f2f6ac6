import type { Match } from './bracket.js';
import type { Contender } from './contender.js';
import type { StageFigures } from './figures.js';
import type { TieBreaker } from './tie-breaker.js';

/** All that the boards of a tournament are made from. Nothing needs to be in order, except the tie-breakers. */
export type Competition = {
  contenders: readonly Contender[];
  figures: readonly StageFigures[];
  matches: readonly Match[];
  tieBreakers: readonly TieBreaker[];
  /** Set up with groups: the `swiss` board is ranked group by group. */
  groups: boolean;
};
