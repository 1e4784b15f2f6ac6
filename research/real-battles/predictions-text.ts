import { RATING_METHOD } from '../../src/ratings/method.js';
import { mondayOf } from '../../src/ratings/week.js';
import type { RealBattle } from './battles.js';
import { bestOf, calibration, type Judgement, judge, lossesOf } from './judge.js';
import {
  elo,
  even,
  type GlickoOptions,
  glicko,
  type Predictor,
  smoothed,
  stretched,
  withFactions,
} from './predictors.js';

const DEVIATIONS = [150, 200, 250, 300, 350];
const VOLATILITIES = [0.01, 0.03, 0.06, 0.1];
const TAUS = [0.3, 0.75, 1.2];
const KEPT = [0.2, 0.4, 0.6, 0.8, 0.9, 1];
const SLOPES = [0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6];
const FACTION_PRIORS = [50, 100, 200, 400, 800, 1600, 1e9];
const KS = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 128];
const PRIORS = [1, 2, 3, 4, 6, 8, 12, 16];

/** Compares ways to predict. Parameters are fitted on the first half of the battles, and everything is judged on the second. */
export function predictionsText(battles: readonly RealBattle[]): string {
  const middle = battles[Math.floor(battles.length / 2)]?.week ?? 0;
  // Before anybody has a rating there is nothing to fit.
  const first = battles[Math.floor(battles.length / 10)]?.week ?? 0;
  const halves = [first, middle] as const;
  const best = <Value>(values: readonly Value[], of: (value: Value) => Predictor) =>
    bestOf(battles, halves, values, of).value;
  const options = DEVIATIONS.flatMap((deviation) =>
    VOLATILITIES.flatMap((volatility) => TAUS.map((tau): GlickoOptions => ({ deviation, volatility, tau }))),
  );
  const service = glicko();
  const fitted = best(options, glicko);
  const kept = best(KEPT, (keptOverYear) => glicko({ keptOverYear }));
  const slope = best(SLOPES, (each) => stretched(service, each));
  const prior = best(FACTION_PRIORS, (each) => withFactions(service, each));
  const k = best(KS, elo);
  const smoothing = best(PRIORS, smoothed);
  const points = best(SLOPES, (each) => stretched(glicko({ fromPoints: true }), each));
  const fittedPoints = best(
    options.flatMap((option) => SLOPES.map((each) => ({ option, each }))),
    ({ option, each }) => stretched(glicko({ ...option, fromPoints: true }), each),
  );
  const both = stretched(glicko({ ...fittedPoints.option, fromPoints: true }), fittedPoints.each);
  const bothPrior = best(FACTION_PRIORS, (each) => withFactions(both, each));
  const ways: [string, Predictor][] = [
    ['Elo, K = 32', elo(32)],
    [`Elo, K = ${k}, fitted`, elo(k)],
    ['smoothed win rates, by two wins and two defeats', smoothed(4)],
    [`smoothed win rates, by ${smoothing} battles, fitted`, smoothed(smoothing)],
    ['always one half', even],
    ["Glicko-2 with Glickman's deviation of 350 for newcomers", glicko({ deviation: 350 })],
    [`Glicko-2, fitted: ${optionsText(fitted)}`, glicko(fitted)],
    [
      `ratings drawn to 1500 while idle, by ${Math.round(100 * (1 - kept))} % a year, fitted`,
      glicko({ keptOverYear: kept }),
    ],
    [`ratings' predictions stretched by ${slope}, fitted`, stretched(service, slope)],
    [`ratings with the faction as covariate (${priorText(prior)}, fitted)`, withFactions(service, prior)],
    [
      `Glicko-2 that learns from the battle points, stretched by ${points}, fitted`,
      stretched(glicko({ fromPoints: true }), points),
    ],
    [`the same with ${optionsText(fittedPoints.option)}, stretched by ${fittedPoints.each}, all fitted`, both],
    [`the same with the faction as covariate (${priorText(bothPrior)}, fitted)`, withFactions(both, bothPrior)],
  ];
  const reference = lossesOf(battles, service);
  const own = judge(battles, reference, reference, middle);
  const judged = ways.map(([what, predictor]) => {
    const judgement = judge(battles, lossesOf(battles, predictor), reference, middle);
    return { what, ...judgement, verdict: verdictOf(judgement) };
  });
  const lines = judged.map(({ what, loss, gain, error, verdict }) => {
    return `| ${what} | ${loss.toFixed(4)} | ${signed(gain)} ± ${error.toFixed(4)} | ${verdict} |`;
  });
  const verdictOn = (start: string) => judged.find(({ what }) => what.startsWith(start))?.verdict ?? '';
  const count = battles.filter(({ week }) => week >= middle).length;
  return `### Against other ways

Each way predicts every battle from what was known before it. Where something is fitted, that was done on the battles from
${mondayOf(first)} to ${mondayOf(middle)}; all are judged on the ${count.toLocaleString('en')} battles since, which no fit has seen. The gain is
the mean log-loss of the service's ratings less that of the other way, with a standard error by events; within two of them
both are as good.

| Way | Log-loss | Gain over the service's ratings | |
|---|---|---|---|
| **the service's ratings, ${RATING_METHOD}** | **${own.loss.toFixed(4)}** | | |
${lines.join('\n')}

The simpler ways, as they are usually set: Elo is ${verdictOn('Elo, K = 32')}; smoothed win rates are
${verdictOn('smoothed')}.

The deviation of newcomers, 200 where Glickman has 350, was taken from the fit on the first half, because it is better on the
second. A way that learns from battle points is not taken ([why](../../docs/method.md#ratings-glicko2-2)). Elo and the win rates know the
earlier rounds of an event, the ratings do not.

### Calibration

The same battles by what the service's ratings expected of the favourite:

| Expected | Battles | Expected, mean | Scored, mean | Standard error |
|---|---|---|---|---|
${calibration(battles, service, middle)
  .map(({ battles: count, predicted, scored }, index) => {
    const error = Math.sqrt((scored * (1 - scored)) / count);
    const cells = [count.toLocaleString('en'), percent(predicted), percent(scored), percent(error)];
    return `| ${50 + 10 * index} to ${60 + 10 * index} % | ${cells.join(' | ')} |`;
  })
  .join('\n')}
`;
}

const AS_GOOD = 'as good, within the error';
const BETTER = 'better';
const verdictOf = ({ gain, error }: Judgement) => (Math.abs(gain) <= 2 * error ? AS_GOOD : gain > 0 ? BETTER : 'worse');

const optionsText = ({ deviation, volatility, tau }: GlickoOptions) =>
  `newcomers' deviation ${deviation}, volatility ${volatility}, tau ${tau}`;
const priorText = (prior: number) => (prior >= 1e9 ? 'no weight' : `drawn to 0 by ${prior} battles`);
const signed = (x: number) => `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(4)}`;
const percent = (x: number) => `${(100 * x).toFixed(1)} %`;
