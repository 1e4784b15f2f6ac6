import type { BattlePackRecord } from '@battle-results/bundle-format/record';

const pack = (
  name: string,
  scoresObjectives: boolean,
  usesBattleTactics: boolean,
  usesGrandStrategies: boolean,
): BattlePackRecord => ({ type: 'battlePack', name, scoresObjectives, usesBattleTactics, usesGrandStrategies });

export const PITCHED_2024 = pack('Pitched Clash 2024', true, true, true);
export const PITCHED_2025 = pack('Pitched Clash 2025', true, true, false);
export const OPEN_FRONTIER = pack('Open Frontier', true, false, false);
export const GAUNTLET = pack("Tactician's Gauntlet", false, true, false);
export const LONG_CAMPAIGN = pack('The Long Campaign', false, false, true);
export const PLAIN_BRAWL = pack('Plain Brawl', false, false, false);

export const BATTLE_PACKS = [PITCHED_2024, PITCHED_2025, OPEN_FRONTIER, GAUNTLET, LONG_CAMPAIGN, PLAIN_BRAWL];
