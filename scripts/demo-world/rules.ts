import type { BattlePackRecord } from '@battle-results/bundle-format/record';

/** A value that an organiser tracks per round beside the game's own score. */
export type Metric = { name: string; kind: 'number' | 'yesNo' };

/** How battles are scored, and how much of them is recorded. */
export type Rules = {
  battlePack: BattlePackRecord | null;
  battleSize: number;
  /** Battle points: 20 shared by margin, 3-1-0, 1-½-0, or none. */
  scoring: 'twenty' | 'three' | 'one' | 'none';
  metrics: readonly Metric[];
  recordsRounds: boolean;
  recordsRoles: boolean;
  recordsVictorySize: boolean;
  /** True when the organiser also records what the battle pack does not score. */
  recordsUnscored: boolean;
  /** Share of battles that include the army lists. */
  listShare: number;
};

const MAJOR_MARGIN = 12;

export function victorySize(rules: Rules, margin: number): 'major' | 'minor' | null {
  if (margin === 0 || !rules.recordsVictorySize) return null;
  return Math.abs(margin) >= MAJOR_MARGIN ? 'major' : 'minor';
}

/** Battle points of a side whose victory points exceed the other's by `margin`. */
export function battlePoints(rules: Rules, margin: number): number | null {
  if (rules.scoring === 'none') return null;
  if (rules.scoring === 'three') return margin > 0 ? 3 : margin < 0 ? 0 : 1;
  if (rules.scoring === 'one') return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
  return 10 + Math.sign(margin) * Math.min(10, Math.ceil(Math.abs(margin) / 3));
}
