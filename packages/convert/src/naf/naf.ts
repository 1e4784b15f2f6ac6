// Reports to the NAF (Blood Bowl): coaches and games as XML. A report names neither the tournament nor rounds.
import { EMPTY_ROUND } from '@battle-results/bundle-format/check';
import {
  type Asked,
  type Conversion,
  type Converter,
  eachFile,
  type Say,
  type SourceFile,
  sayingIn,
} from '../converter.js';
import {
  type BattleFacts,
  blankParticipant,
  identified,
  makeEvent,
  opposite,
  outcomeOf,
  type SideFacts,
} from '../event.js';
import { getOrMake } from '../get-or-make.js';
import { createNotes, type Notes } from '../notes.js';
import { foldName, slugOf } from '../slug.js';
import { type Coach, type Game, type PlayerRecord, type Report, readReport } from './report.js';
import { guessRounds } from './rounds.js';

export const naf: Converter = {
  name: 'naf',
  version: 2,
  reads: 'NAF report (XML): each file is one tournament, named by --set name="…"',
  convert: eachFile(convertReport),
};

function convertReport(file: SourceFile, { stated, aliases }: Asked, conversion: Conversion): void {
  const say = sayingIn(file, conversion.problems);
  const report = readReport(file, conversion.problems);
  if (!report) return;
  const { name } = stated;
  if (!name) say('', NAMELESS);
  const notes = createNotes();
  const days = report.games.map(({ time }) => time.slice(0, 10)).sort();
  const startDate = stated.startDate ?? days[0] ?? null;
  const slug = stated.slug ?? [slugOf(name ?? '') ?? 'tournament', startDate?.slice(0, 4)].filter(Boolean).join('-');
  checkNumbers(report, say);
  const roster = createRoster(report.coaches, notes);
  const told = report.games.filter(({ records }) => {
    const known = records.every((record) => roster.entryOf(record) !== null);
    const played = records.every(({ touchDowns }) => touchDowns !== null);
    if (!played) notes.miss('games without a result');
    else if (!known) notes.miss('games of guests who cannot be told apart');
    return known && played;
  });
  const battles = battlesOf(told, slug, roster, notes, say);
  const participants = roster.coaches.map(({ coach, entry }) => {
    const id = idOf(coach);
    const alias = aliases('naf', id === null ? coach.name : String(coach.number));
    return { ...blankParticipant(entry), ...identified({ alias, id, name: coach.name }, conversion.players) };
  });
  conversion.events.push(
    makeEvent({
      facts: {
        slug,
        name: name ?? '',
        startDate,
        endDate: days.at(-1) ?? null,
        tieBreakers: ['wins', 'victoryPointsDiff', 'victoryPoints'],
        ...(stated.battleSize === undefined && sizeOf(report.games, notes)),
      },
      stated,
      sourceId: null,
      files: [file],
      participants,
      battles,
      notes,
    }),
  );
}

const NAMELESS = 'a NAF report does not say how the tournament is called: add --set name="…"';

/** Guests have no number of their own: programs write 0, or 9 with the name "Non-NAF". */
const isGuest = ({ number, name }: Pick<Coach, 'number' | 'name'>) =>
  number === 0 || (number === 9 && /^non-?naf$/i.test(name));
const idOf = (coach: Coach): string | null => (isGuest(coach) ? null : `naf:${coach.number}`);
const keyOf = (of: Pick<Coach, 'number' | 'name'>): string =>
  isGuest(of) ? `guest-${slugOf(of.name) ?? of.name}` : String(of.number);

/** Of two coaches with one number, one has the other's by mistake: their games would be those of one. */
function checkNumbers({ coaches, games }: Report, say: Say): void {
  const names = new Map<number, string>();
  for (const coach of [...coaches, ...games.flatMap(({ records }) => records)]) {
    const { number, name, line } = coach;
    if (isGuest(coach)) continue;
    const before = getOrMake(names, number, () => name);
    if (foldName(before) !== foldName(name))
      say(`line ${line}`, `${name} has the number ${number}, which ${before} has`);
  }
}

type Roster = {
  coaches: { coach: Coach; entry: number }[];
  /** Null for a guest who shares the name with another. */
  entryOf(record: PlayerRecord): number | null;
  raceOf(record: PlayerRecord): string | null;
};

function createRoster(all: readonly Coach[], notes: Notes): Roster {
  const byKey = new Map<string, { coach: Coach; entry: number }>();
  const repeated = new Set<string>();
  for (const [index, coach] of all.entries()) {
    const key = keyOf(coach);
    if (byKey.has(key) && isGuest(coach)) repeated.add(key);
    else if (!byKey.has(key)) byKey.set(key, { coach, entry: index + 1 });
  }
  for (const key of repeated) byKey.delete(key);
  notes.miss('guests who cannot be told apart', all.filter((coach) => repeated.has(keyOf(coach))).length);
  return {
    coaches: [...byKey.values()],
    entryOf: (record) => byKey.get(keyOf(record))?.entry ?? null,
    raceOf: (record) => record.team ?? byKey.get(keyOf(record))?.coach.team ?? null,
  };
}

function battlesOf(games: readonly Game[], slug: string, roster: Roster, notes: Notes, say: Say): BattleFacts[] {
  const rounds = guessRounds(games.map(({ time, records }) => ({ time, players: records.map(keyOf) })));
  if (rounds && games.length > 0) notes.guess('rounds, from the times of the games');
  const seen = new Map<string, number>();
  return games.map((game, index) => {
    const [one, other] = game.records;
    if (keyOf(one) === keyOf(other)) say(`line ${game.line}`, 'is a game of a coach against themself');
    const outcome = outcomeOf(one.touchDowns ?? 0, other.touchDowns ?? 0);
    const key = `${slug}-${game.time.replace(/\D/g, '')}-${keyOf(one)}-${keyOf(other)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return {
      id: times === 1 ? key : `${key}-${times}`,
      date: game.time.slice(0, 10),
      round: rounds?.[index] ?? null,
      sides: [sideOf(one, outcome, roster), sideOf(other, opposite(outcome), roster)],
    };
  });
}

function sideOf(record: PlayerRecord, outcome: SideFacts['outcome'], roster: Roster): SideFacts {
  const { touchDowns, casualties } = record;
  return {
    entry: roster.entryOf(record) ?? 0,
    faction: roster.raceOf(record),
    ...(outcome !== undefined && { outcome }),
    victoryPoints: touchDowns,
    // A game has no rounds; what was counted in it stands in one.
    rounds:
      Object.keys(casualties).length > 0
        ? [{ ...EMPTY_ROUND, victoryPoints: touchDowns ?? 0, metrics: casualties }]
        : [],
  };
}

/** The size of an army is the team rating that most have. */
function sizeOf(games: readonly Game[], notes: Notes): { battleSize?: number } {
  const counts = new Map<number, number>();
  for (const { teamRating } of games.flatMap(({ records }) => records)) {
    if (teamRating !== null && teamRating > 0) counts.set(teamRating, (counts.get(teamRating) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  if (!most) return {};
  notes.guess(`the points limit, ${most[0]}, from the team ratings`);
  return { battleSize: most[0] };
}
