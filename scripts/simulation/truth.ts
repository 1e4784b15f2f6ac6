import { Random } from '../../src/bundle/demo/random.js';
import { momentsOf } from '../../src/statistics/moments.js';
import { overField } from '../../src/statistics/over-field.js';
import { DRAWS, FACTIONS, playSeason, type Scenario, type Season } from './season.js';

/** The value of each figure over infinitely many events. */
export function truth(scenario: Scenario): Record<keyof Season, number> {
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
  return { common: winRate(0), rare: winRate(9), matchup: score(0, 1), unbeaten: unbeatenOverField(scenario) };
}

/** There is no closed form for this figure, so it is taken from a season of 20,000 events. */
function unbeatenOverField(scenario: Scenario): number {
  const { unbeaten } = playSeason(new Random('truth'), { ...scenario, events: 20_000 });
  return overField(momentsOf(4, unbeaten)).value ?? Number.NaN;
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
