import type { Converted, SourceFile } from '@battle-results/convert';
import type { RatingState } from '../../src/db/read/rating-state.js';
import { mondayOf } from '../../src/ratings/week.js';
import { ratedBattles } from './battles.js';
import { type Agreement, FIGURES, type Figure } from './halves.js';
import { predictionsText } from './predictions-text.js';
import { LEFT_OUT } from './t9a.js';

type RealWorld = {
  converted: Converted;
  files: readonly SourceFile[];
  state: RatingState;
  halves: Record<Figure, Agreement>;
  splits: number;
};

export function realWorldReport({ converted, files, state, halves, splits }: RealWorld): string {
  const { records, events } = converted;
  const battles = records.flatMap((record) => (record.type === 'battle' ? [record] : []));
  const tournaments = records.flatMap((record) => (record.type === 'tournament' ? [record] : []));
  const lists = tournaments.flatMap(({ participants = [] }) => participants.filter(({ list }) => list)).length;
  const missing = (what: string) =>
    sum(
      events.flatMap(({ notes }) => notes.missing()),
      what,
    );
  const reports = files.filter(({ name }) => !name.endsWith('/metaData.json')).length;
  const draws = battles.filter(({ sides: [side] }) => side.outcome === 'draw').length;
  const factions = new Set(battles.flatMap(({ sides }) => sides.map(({ faction }) => faction)));
  const days = battles.flatMap(({ date }) => date ?? []).sort();
  const played = new Set(battles.map(({ tournament }) => tournament)).size;
  const counts = [
    ['Events', tournaments.length],
    ['of them with battles', played],
    ['team events, with or without, loaded as battles of their players', missing('teams')],
    ['Reports', reports],
    ...Object.values(LEFT_OUT).map((what): [string, number] => [`left out: ${what}`, missing(what)]),
    ['Battles', battles.length],
    ['of them draws', draws],
    ['Players', records.filter(({ type }) => type === 'player').length],
    ['Sign-ups', tournaments.reduce((total, { participants = [] }) => total + participants.length, 0)],
    ['of them with an army list', lists],
    ['Factions', factions.size],
  ] as [string, number][];
  return `${HEAD}
## What is in it

Battles from ${days[0]} to ${days.at(-1)}.

| | |
|---|---|
${counts.map(([what, count]) => `| ${what} | ${count.toLocaleString('en')} |`).join('\n')}

No report says a round, so no battle has one, and none its day: battles have the first day of their event. Of each player's
lists at an event the first is kept.

## Intervals

The true win rates of real factions are not known. So the events are split into halves by lot, ${splits} times; each half
estimates every figure, and a pair of estimates agrees if they differ by no more than both intervals allow together (the
sides that face each other, added like errors). Intervals of 95 % should agree in about 95 % of all pairs. The splits are all
of the same events, and the halves have players in common, who make them more alike than two seasons would be: the
[simulation](../simulation/report.md), where the truth is known, is the stricter judge. Figures of at least 20 battles or
players in three events in both halves count.

| Figure | Pairs | Smaller n, mean | **Headline** | Wilson alone | By event alone | By player alone |
|---|---|---|---|---|---|---|
${FIGURES.map((figure) => halvesLine(figure, halves[figure])).join('\n')}

${serviceText(state)}

${predictionsText(ratedBattles(records))}`;
}

const HEAD = `# Real battles

Written by \`npx tsx research/real-battles/main.ts CHECKOUT\`, where CHECKOUT is a work tree of
[DarkSkyT9A/t9a-data](https://github.com/DarkSkyT9A/t9a-data) (Apache License 2.0): reports of New Recruit on tournaments of The
Ninth Age, without names. The script converts them, loads them into an empty database, and computes everything below from
what the service then holds. \`research/real-battles/real-battles.db.test.ts\` does the same with a few of the events, which are kept beside
it with their licence.
`;

/** The sum of the counts of "what: 3". */
function sum(missing: readonly string[], what: string): number {
  return missing.reduce(
    (total, each) => total + (each.startsWith(`${what}: `) ? Number(each.slice(what.length + 2)) : 0),
    0,
  );
}

function halvesLine(figure: Figure, { figures, n, interval, wilson, byEvent, byPlayer }: Agreement): string {
  const [headline, ...others] = [interval, wilson, byEvent, byPlayer].map((part) => `${(100 * part).toFixed(1)} %`);
  return `| ${[figure, figures.toLocaleString('en'), Math.round(n), `**${headline}**`, ...others].join(' | ')} |`;
}

function serviceText({ prediction }: RatingState): string {
  if (!prediction) return '';
  const { battles, since, logLoss, elo, even } = prediction;
  return `## Predictions

What the service says of itself (\`ratingMethod\`, \`/api/v1/ratings\`): over the last ${battles.toLocaleString('en')} battles, since
${mondayOf(since)}, its ratings had a mean log-loss of **${logLoss.toFixed(4)}**, Elo ${elo.toFixed(4)}, always one half ${even.toFixed(4)}.`;
}
