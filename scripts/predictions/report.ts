import { demoWorld } from '../../src/bundle/demo/world.js';
import { type Prediction, predictionOf } from '../../src/ratings/prediction.js';
import { type RatedBattle, replay } from '../../src/ratings/replay.js';
import { weekOf } from '../../src/ratings/week.js';
import { judgedPredictions, type Scenario } from './judged-predictions.js';

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

/** `scale` shortens the simulated time; 1 is the full length. */
export function report(scale: number, progress: (line: string) => void): string {
  const lines = Object.entries(SCENARIOS).map(([title, scenario]) => {
    progress(title);
    const { truth, ...judged } = judgedPredictions({ ...scenario, weeks: Math.ceil(scenario.weeks * scale) }, title);
    return lineOf(title, judged, truth);
  });
  progress('the demo world');
  const demo = predictionOf(Array.from(replay(demoBattles()), (week) => week.predictions));
  if (demo) lines.push(lineOf('the demo world', demo, null));
  return `${INTRODUCTION}\n${HEAD}\n${lines.join('\n')}\n`;
}

const HEAD = `| World | Battles judged | **glicko2-1** | Elo, K = 32 | Always 50 % | From the true strengths |
|---|---|---|---|---|---|`;

function lineOf(title: string, { battles, glicko2, elo, even }: Prediction, truth: number | null): string {
  const cells = [`**${glicko2.toFixed(4)}**`, elo.toFixed(4), even.toFixed(4), truth === null ? '' : truth.toFixed(4)];
  return `| ${[title, battles.toLocaleString('en'), ...cells].join(' | ')} |`;
}

const INTRODUCTION = `# How well ratings predict results

Written by \`scripts/rating-predictions.ts\`; \`test/ratings/predictions.test.ts\` runs a shorter version. The
[method](method.md#ratings-glicko2-1) describes how ratings are computed.

The table shows the mean log-loss of the predictions for the last tenth of the battles, each made from what was known
before the battle; lower is better. Players of known strengths, in points on Elo's scale, meet at a weekly event of five
rounds, which 40 of 400 players attend (of 3,000 or 80 where many or few play); after five years the last weeks are
judged. No prediction can be better than one from the true strengths. Elo is updated after every battle and so knows the
earlier rounds of an event, while ratings are updated after whole weeks: where players play seldom or change fast, Elo
is as good or a little better. The figures for your own data are in \`ratingMethod\` and in \`/api/v1/ratings\`.
`;

const SCORES = { win: 1, draw: 0.5, loss: 0 };

/** The battles that the service rates: of published tournaments, between two players with an id, with a result. */
function demoBattles(): RatedBattle<string>[] {
  const events = new Map<string, { startDate?: string | null; players: Map<number, string> }>();
  const battles: (RatedBattle<string> & { at: string })[] = [];
  for (const record of demoWorld()) {
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
