// Tells the answers of New Recruit's interface apart: an event, its reports, a list of events.

import type { FileProblem, SourceFile } from '../converter.js';
import { getOrMake } from '../get-or-make.js';
import { isObject, type JsonObject, objectsIn, parseJson, textOf } from '../read/json.js';
import { readOrSay, UnreadableError } from '../read/unreadable.js';

export type Answers = {
  events: Map<string, { event: JsonObject; file: SourceFile }>;
  /** By the id of the event; reports of none are casual battles. */
  reports: Map<string, { reports: JsonObject[]; files: Set<SourceFile> }>;
  casual: number;
  /** Of lists of events, which alone know days and status. */
  listed: Map<string, { entry: JsonObject; file: SourceFile }>;
};

export function sortAnswers(files: SourceFile[], problems: FileProblem[]): Answers {
  const answers: Answers = { events: new Map(), reports: new Map(), casual: 0, listed: new Map() };
  for (const file of files) readOrSay(file.name, problems, () => sortFile(answers, file, problems));
  return answers;
}

function sortFile(answers: Answers, file: SourceFile, problems: FileProblem[]): void {
  const value = parseJson(file);
  if (isObject(value) && Array.isArray(value.teams)) addEvent(answers, value, file, problems);
  else if (isObject(value) && Array.isArray(value.tournaments)) addListed(answers, objectsIn(value.tournaments), file);
  else if (Array.isArray(value)) {
    const items = objectsIn(value);
    if (items.some((item) => 'players' in item || 'score' in item)) addReports(answers, items, file);
    else if (items.length > 0) addListed(answers, items, file);
  } else throw new UnreadableError(UNKNOWN);
}

const UNKNOWN = 'is not an answer of New Recruit: neither an event with teams, nor reports, nor a list of tournaments';

function addEvent({ events }: Answers, event: JsonObject, file: SourceFile, problems: FileProblem[]) {
  const id = textOf(event, '_id', 'id');
  if (id === null)
    problems.push({ file: file.name, at: '_id', message: 'is missing: nothing can refer to this event' });
  else if (events.has(id))
    problems.push({ file: file.name, at: '', message: `is the event ${id}, and so is ${events.get(id)?.file.name}` });
  else events.set(id, { event, file });
}

function addListed({ listed }: Answers, entries: JsonObject[], file: SourceFile) {
  for (const entry of entries) {
    const id = textOf(entry, '_id', 'id');
    if (id !== null) listed.set(id, { entry, file });
  }
}

function addReports(answers: Answers, items: JsonObject[], file: SourceFile) {
  for (const report of items) {
    const id = textOf(report, 'id_tourny', 'id_tournament');
    if (id === null) {
      answers.casual += 1;
      continue;
    }
    const known = getOrMake(answers.reports, id, () => ({ reports: [], files: new Set<SourceFile>() }));
    known.reports.push(report);
    known.files.add(file);
  }
}
