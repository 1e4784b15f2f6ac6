import { Random } from '../../scripts/demo-world/random.js';
import { type Figure, figuresOf } from './figures.js';
import { COMMON, DRAWS, FACTIONS, playSeason, RARE, RIVAL, type Scenario } from './season.js';

/**
 * The value of each figure over infinitely many events with infinitely many players. Where Swiss pairing decides who
 * meets whom, it is what comes out under that pairing.
 */
export function truth(scenario: Scenario): Record<Figure, number> {
  const events = playSeason(new Random('truth'), { ...scenario, events: EVENTS }, { isEndless: true });
  const found = Object.fromEntries(
    Object.entries(figuresOf(events, { isEndless: true })).map(([figure, { value }]) => [figure, value ?? NaN]),
  ) as Record<Figure, number>;
  return { ...found, ...SHARES, ...(scenario.pairing === 'swiss' ? {} : amongRandomOpponents(scenario)) };
}

export const SHARES = { share: FACTIONS[COMMON]?.share ?? NaN, rareShare: FACTIONS[RARE]?.share ?? NaN };

/** Number of events for the figures that have no closed form. */
const EVENTS = 20_000;

/** These have a closed form. */
export function amongRandomOpponents(scenario: Scenario): Record<'common' | 'rare' | 'matchup', number> {
  const { betweenEvents, betweenPlayers } = scenario;
  const spread = Math.sqrt(2 * (betweenEvents ** 2 + betweenPlayers ** 2));
  const score = (one: number, other: number) => {
    const lead = (FACTIONS[one]?.strength ?? 0) - (FACTIONS[other]?.strength ?? 0);
    return (1 - DRAWS) * meanOfLogistic(lead, spread) + DRAWS / 2;
  };
  /**
   * Opponents of another faction occur in proportion to their mean shares, which also holds for the Dirichlet
   * distribution.
   */
  const winRate = (one: number) => {
    const others = FACTIONS.map(({ share }, other) => ({ share, other })).filter(({ other }) => other !== one);
    const scored = others.reduce((sum, { share, other }) => sum + share * score(one, other), 0);
    return scored / others.reduce((sum, { share }) => sum + share, 0);
  };
  return { common: winRate(COMMON), rare: winRate(RARE), matchup: score(COMMON, RIVAL) };
}

function meanOfLogistic(mean: number, deviation: number): number {
  let [sum, weights] = [0, 0];
  for (let step = -400; step <= 400; step += 1) {
    const z = step / 50;
    const weight = Math.exp((-z * z) / 2);
    weights += weight;
    sum += weight / (1 + Math.exp(-mean - deviation * z));
  }
  return sum / weights;
}
