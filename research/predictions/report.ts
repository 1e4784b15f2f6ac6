import { demoWorld, WORLD_DAY } from '../../src/demo/world.js';
import { type Prediction, predictionOf } from '../../src/ratings/prediction.js';
import type { RatedBattle } from '../../src/ratings/replay.js';
import { weekOf } from '../../src/ratings/week.js';
import { judgedPredictions, judgedWorlds, type Scenario } from './judged-predictions.js';
import { replay } from './replay.js';
import { smoothedLoss } from './smoothed.js';

/** Each scenario changes one or two parameters of this one. */
const USUAL: Scenario = { players: 400, weeks: 250, field: 40, spread: 200, drift: 50 };
/** The titles are also the random seeds: another title gives other numbers. */
const SCENARIOS: Record<string, Scenario> = {
  'strengths that differ by 200 points, and move by 50 a year': USUAL,
  'strengths that stay as they are': { ...USUAL, drift: 0 },
  'strengths that move by 150 a year': { ...USUAL, drift: 150 },
  'strengths that hardly differ': { ...USUAL, spread: 50, drift: 10 },
  'strengths that do not differ: chance decides': { ...USUAL, spread: 0, drift: 0 },
  'many who seldom play': { ...USUAL, players: 3000 },
  'few who often play': { ...USUAL, players: 80 },
};

const SMALL: Record<string, Scenario> = {
  '30 players, 12 at each of 26 events': { ...USUAL, players: 30, weeks: 26, field: 12 },
  '60 players, 16 at each of 12 events': { ...USUAL, players: 60, weeks: 12, field: 16 },
  '60 players, 16 at each of 52 events': { ...USUAL, players: 60, weeks: 52, field: 16 },
  '100 players, 20 at each of 104 events': { ...USUAL, players: 100, weeks: 104, field: 20 },
  '200 players, 20 at each of 52 events': { ...USUAL, players: 200, weeks: 52, field: 20 },
};
const WORLDS = 200;

/** `scale` shortens the simulated time and makes fewer small worlds; 1 is the full length. */
export function report(scale: number, progress: (line: string) => void): string {
  const lines = Object.entries(SCENARIOS).map(([title, scenario]) => {
    progress(title);
    const judged = judgedPredictions({ ...scenario, weeks: Math.ceil(scenario.weeks * scale) }, title);
    return lineOf(title, judged, judged.smoothed, judged.truth);
  });
  progress('the demo world');
  const battles = demoBattles();
  const demo = predictionOf(Array.from(replay(battles), (week) => week.predictions));
  if (demo) lines.push(lineOf('the demo world', demo, smoothedLoss(battles, demo.since), null));
  const small = Object.entries(SMALL).map(([title, scenario]) => {
    progress(title);
    return smallLineOf(title, judgedWorlds(scenario, title, WORLDS * scale));
  });
  return `${INTRODUCTION}\n${HEAD}\n${lines.join('\n')}\n${SMALL_INTRODUCTION}\n${SMALL_HEAD}\n${small.join('\n')}\n`;
}

const HEAD = `| World | Battles judged | **glicko2-2** | Elo, K = 32 | Smoothed win rates | Always 50 % | From the true strengths |
|---|---|---|---|---|---|---|`;
const SMALL_HEAD = `| World | Battles judged in each | **glicko2-2** | Elo, K = 32 | Smoothed win rates | Elo is better in | Win rates are better in |
|---|---|---|---|---|---|---|`;

function lineOf(title: string, { battles, glicko2, elo, even }: Prediction, smoothed: number, truth: number | null) {
  const others = [elo, smoothed, even].map((loss) => loss.toFixed(4));
  const cells = [`**${glicko2.toFixed(4)}**`, ...others, truth === null ? '' : truth.toFixed(4)];
  return `| ${[title, battles.toLocaleString('en'), ...cells].join(' | ')} |`;
}

function smallLineOf(title: string, judged: ReturnType<typeof judgedWorlds>): string {
  const { battles, glicko2, elo, smoothed, eloBetter, smoothedBetter } = judged;
  const losses = [`**${glicko2.toFixed(4)}**`, elo.toFixed(4), smoothed.toFixed(4)];
  const parts = [eloBetter, smoothedBetter].map((part) => `${Math.round(100 * part)} %`);
  return `| ${[title, battles, ...losses, ...parts].join(' | ')} |`;
}

const INTRODUCTION = `# How well ratings predict results

Written by \`research/predictions/main.ts\`; \`research/predictions/predictions.test.ts\` runs a shorter version. The
[method](../../docs/method.md#ratings-glicko2-2) describes how ratings are computed.

The table shows the mean log-loss of the predictions for the last tenth of the battles, each made from what was known
before the battle; lower is better. Players of known strengths, in points on Elo's scale, meet at a weekly event of five
rounds, which 40 of 400 players attend (of 3,000 or 80 where many or few play); after five years the last weeks are
judged. No prediction can be better than one from the true strengths. Elo is updated after every battle and so knows the
earlier rounds of an event, while ratings are updated after whole weeks: where players play seldom or change fast, Elo
is as good or a little better. Smoothed win rates know the earlier rounds too: each player's score plus two wins and two
defeats, two players compared by their odds. The figures for your own data are in \`ratingMethod\` and in
\`/api/v1/ratings\`.

On [real battles](../real-battles/report.md), 8,412 of The Ninth Age, the ratings are as good as Elo within the error and better than
smoothed win rates; what they expect of a favourite is what favourites score.
`;

const SMALL_INTRODUCTION = `
## Small worlds

With few battles there is little to learn from, and which method predicts best is much a matter of chance. So here each line
is the mean over 200 worlds, with the part of them in which the others were better than the ratings. On average the ratings are
as good as Elo or better, though not in every world; where players have only a few events behind them, the smoothed win
rate of each predicts better.
`;

const SCORES = { win: 1, draw: 0.5, loss: 0 };

/** The battles that the service rates: of published tournaments, between two players with an id, with a result. */
function demoBattles(): RatedBattle<string>[] {
  const events = new Map<string, { startDate?: string | null; players: Map<number, string> }>();
  const battles: (RatedBattle<string> & { at: string })[] = [];
  for (const record of demoWorld(WORLD_DAY)) {
    if (record.type === 'tournament' && record.published) {
      const players = (record.participants ?? []).flatMap(({ entry, playerId }) =>
        playerId ? [[entry, playerId] as const] : [],
      );
      events.set(record.slug, { startDate: record.startDate ?? null, players: new Map(players) });
    }
    if (record.type !== 'battle' || record.archived || !record.tournament) continue;
    const event = events.get(record.tournament);
    const [one, other] = record.sides;
    const day = record.date ?? event?.startDate;
    const [first, second] = [one, other].map((side) => event?.players.get(side?.entry ?? 0));
    if (!day || !first || !second || !one?.outcome) continue;
    const at = `${day} ${String(record.round ?? 0).padStart(4, '0')} ${record.id}`;
    battles.push({ at, week: weekOf(day), first, second, score: SCORES[one.outcome] });
  }
  return battles.sort((a, b) => (a.at < b.at ? -1 : 1));
}
