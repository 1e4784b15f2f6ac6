// What a conversion tells the person who runs it.
import type { Converted, ConvertedEvent, FileProblem } from './converter.js';

export function reportText({ events }: Pick<Converted, 'events'>): string {
  return events.map(eventText).join('\n');
}

function eventText({ tournament, battles, notes }: ConvertedEvent): string {
  const { name, slug, participants, teams } = tournament;
  const counts = [
    `${participants.length} players`,
    ...(teams.length > 0 ? [`${teams.length} teams`] : []),
    `${battles.length} battles`,
  ];
  return [`${name} (${slug}): ${counts.join(', ')}`, ...notes.report().map((line) => `  ${line}`)].join('\n');
}

/** One a line, such as "results.csv: C4: …". */
export function problemsText(problems: readonly FileProblem[]): string {
  return problems.map(({ file, at, message }) => [file, at, message].filter(Boolean).join(': ')).join('\n');
}
