import { Random } from '../demo-world/random.js';
import { estimateOf } from './estimate-of.js';
import { COMMON, DRAWS, FACTIONS, playSeason, RARE, type Rate, type Scenario, type Season } from './season.js';

/**
 * The value of each figure over infinitely many events with infinitely many players. Where Swiss pairing decides who
 * meets whom, it is what comes out under that pairing.
 */
export function truth(scenario: Scenario): Record<keyof Season, number> {
  const played = playSeason(new Random('truth'), { ...scenario, events: EVENTS }, { isEndless: true });
  const found = Object.fromEntries(
    Object.entries(played).map(([figure, counts]) => [figure, estimateOf(figure as keyof Season, counts).value ?? NaN]),
  ) as Record<keyof Season, number>;
  const shares = { share: FACTIONS[COMMON]?.share ?? NaN, rareShare: FACTIONS[RARE]?.share ?? NaN };
  return { ...found, ...shares, ...(scenario.pairing === 'swiss' ? {} : amongRandomOpponents(scenario)) };
}

/** Number of events for the figures that have no closed form. */
const EVENTS = 20_000;

/** These have a closed form. */
export function amongRandomOpponents(scenario: Scenario): Record<Rate, number> {
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
  return { common: winRate(0), rare: winRate(9), matchup: score(0, 1) };
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
