// New Recruit: JSON files as its documented interface answers them.
import { type Asked, type Conversion, type Converter, emptyConversion, type SourceFile } from '../converter.js';
import { type BattleFacts, type EventFacts, makeEvent, opposite } from '../event.js';
import { createNotes, type Notes } from '../notes.js';
import {
  dayOf,
  isObject,
  type JsonObject,
  numberOf,
  objectOf,
  objectsIn,
  roundOf,
  textOf,
  wholeOf,
} from '../read/json.js';
import { type Answers, sortAnswers } from './answers.js';
import { type Factions, factionIn, learnFactions, pointsIn } from './list-text.js';
import { createRoster, type Roster } from './roster.js';
import { scoresOf } from './score.js';

export const newRecruit: Converter = {
  name: 'new-recruit',
  version: 5,
  reads: 'New Recruit: answers of tournament and reports, and of tournaments for days and status (JSON)',
  convert,
};

function convert(files: SourceFile[], asked: Asked): Conversion {
  const conversion = emptyConversion();
  const answers = sortAnswers(files, conversion.problems);
  const factions = learnFactions(
    [...answers.events.values()].map(({ event }) => event),
    [...answers.reports.values()].flatMap(({ reports }) => reports),
  );
  const ids = new Set([...answers.events.keys(), ...answers.reports.keys()]);
  for (const id of ids) convertEvent(id, answers, factions, asked, conversion);
  conversion.events[0]?.notes.miss('reports of no tournament', answers.casual);
  return conversion;
}

function convertEvent(id: string, answers: Answers, factions: Factions, asked: Asked, conversion: Conversion): void {
  const notes = createNotes();
  const found = answers.events.get(id);
  const listed = answers.listed.get(id);
  const { reports = [], files = new Set<SourceFile>() } = answers.reports.get(id) ?? {};
  const sources = [found?.file, listed?.file, ...files].filter((file) => file !== undefined);
  const roster = createRoster(found?.event ?? null, factions, asked, notes, conversion);
  const name = asked.stated.name ?? textOf(found?.event ?? null, 'name') ?? textOf(listed?.entry ?? null, 'name');
  if (name === null) {
    const message = `holds reports of the event ${id}; give the file with that event as well, or --set name="…"`;
    conversion.problems.push({ file: sources[0]?.name ?? '', at: '', message });
  }
  const battles = newestOfEach(reports, notes).flatMap((report) => battleOf(report, roster, factions, notes) ?? []);
  const battleSize = asked.stated.battleSize ?? sizeOf(reports, roster, notes);
  const facts = {
    ...factsOf(listed?.entry ?? null, battles, asked, notes),
    ...(battleSize !== null && { battleSize }),
    ...(typeof found?.event.showlists === 'boolean' && { listsFrom: found.event.showlists ? null : 'never' }),
    ...(wholeOf(found?.event ?? null, 'type') === 1 && { teamDrawRange: teamDrawRangeOf(reports) }),
    slug: `nr-${id}`,
    name: name ?? id,
  };
  if (facts.listsFrom && asked.stated.listsFrom === undefined) notes.tell(LISTS_HIDDEN);
  conversion.events.push(
    makeEvent({
      facts,
      stated: asked.stated,
      sourceId: id,
      files: [...new Set(sources)],
      participants: roster.participants,
      battles,
      notes,
    }),
  );
}

const LISTS_HIDDEN = 'hidden: army lists, as New Recruit does not show them; show them with publish --lists';

/** Every report of an event repeats it. */
function teamDrawRangeOf(reports: readonly JsonObject[]): number | null {
  const ranges = reports.map((report) => numberOf(objectOf(report, 'scoring'), 'teamDrawRange'));
  return ranges.find((range) => range !== null && range >= 0) ?? null;
}

/** Armies are a few points below the limit, which is a round number. */
function sizeOf(reports: readonly JsonObject[], { participants }: Roster, notes: Notes): number | null {
  const brought = reports.flatMap(({ players }) =>
    objectsIn(players).map((one) => pointsIn(textOf(one, 'exported_list')) ?? 0),
  );
  const largest = [...brought, ...participants.map(({ list }) => list?.points ?? 0)].reduce(
    (a, b) => Math.max(a, b),
    0,
  );
  if (largest === 0) return null;
  const size = Math.ceil(largest / 50) * 50;
  notes.guess(`the points limit, ${size}, from the largest army`);
  return size;
}

const STATUSES = ['planned', 'planned', 'ongoing', 'finished'] as const;

function factsOf(
  entry: JsonObject | null,
  battles: BattleFacts[],
  { stated }: Asked,
  notes: Notes,
): Omit<EventFacts, 'slug' | 'name'> {
  const status = STATUSES[wholeOf(entry, 'status') ?? -1];
  const startDate = dayOf(entry, 'start');
  const first = battles.map(({ date }) => date ?? '').reduce((a, b) => (a === '' || (b !== '' && b < a) ? b : a), '');
  if (startDate === null && first !== '' && stated.startDate === undefined)
    notes.guess('its first day, from the times of the reports');
  return { ...(status && { status }), startDate: startDate ?? (first || null), endDate: dayOf(entry, 'end') };
}

/** A report that was given again replaces the one before. */
function newestOfEach(reports: readonly JsonObject[], notes: Notes): JsonObject[] {
  const byMatch = new Map<string, JsonObject>();
  for (const report of reports) {
    const key = textOf(report, 'id_match', '_id') ?? '';
    const before = byMatch.get(key);
    if (before) notes.miss('reports that were given again');
    if (!before || (textOf(report, 'date') ?? '') >= (textOf(before, 'date') ?? '')) byMatch.set(key, report);
  }
  return [...byMatch.values()];
}

function battleOf(report: JsonObject, roster: Roster, factions: Factions, notes: Notes): BattleFacts | null {
  const id = textOf(report, '_id');
  const [first, second, ...more] = Array.isArray(report.players) ? report.players : [];
  if (id === null || !isObject(first) || !isObject(second) || more.length > 0) {
    notes.miss('reports without two players');
    return null;
  }
  const [one, two] = [roster.find(first), roster.find(second)];
  if (one === two) {
    notes.miss('reports without two players');
    return null;
  }
  const { outcome, points, victoryPoints, guessed } = scoresOf(report);
  if (guessed) notes.guess('which score decides');
  if (outcome === null) notes.miss('results of battles');
  if ((numberOf(report, 'first_turn') ?? -1) >= 0) notes.miss('who had the first turn');
  const date = dayOf(report, 'date');
  if (date !== null) notes.guess('days of battles, from the times of the reports');
  return {
    id: `nr-${id}`,
    date,
    round: roundOf(report),
    scenario: scenarioOf(report, notes),
    archived: report.ignore_stats === true,
    sides: [
      {
        entry: one.entry,
        outcome,
        battlePoints: points[0],
        victoryPoints: victoryPoints[0],
        faction: played(first, factions, notes),
      },
      {
        entry: two.entry,
        outcome: opposite(outcome),
        battlePoints: points[1],
        victoryPoints: victoryPoints[1],
        faction: played(second, factions, notes),
      },
    ],
  };
}

function played(player: JsonObject, factions: Factions, notes: Notes): string | null {
  const spelled = factionIn(textOf(player, 'exported_list'), factions);
  if (spelled !== null) return spelled;
  const faction = factions.books.get(textOf(player, 'id_book') ?? '') ?? null;
  if (faction === null) notes.miss('factions in battles');
  else notes.guess('factions, from other lists of the same army book');
  return faction;
}

/** Where the setup is in words; most files have numbers that only New Recruit can read. */
function scenarioOf({ setup }: JsonObject, notes: Notes): string | null {
  const values = isObject(setup) ? Object.values(setup).flat() : [];
  const words = values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
  if (words.length === 0 && values.length > 0) notes.miss('names of scenarios');
  return words.length === 0 ? null : words.join(', ').slice(0, 200);
}
