// Best Coast Pairings: JSON files that an organiser saved. Nothing here calls it.

import { type Asked, type Conversion, type Converter, emptyConversion, type SourceFile } from '../converter.js';
import { type BattleFacts, type EventFacts, isAgainst, makeEvent, opposite } from '../event.js';
import { getOrMake } from '../get-or-make.js';
import { createNotes, type Notes } from '../notes.js';
import { dayOf, type JsonObject, objectOf, roundOf, textOf, wholeOf } from '../read/json.js';
import { type Answers, idOf, sortAnswers } from './answers.js';
import { createRoster, type Entrant, type Roster } from './roster.js';
import { outcomeByResult, scoreOf, scoresOf } from './score.js';

export const bestCoastPairings: Converter = {
  name: 'best-coast-pairings',
  version: 5,
  reads: 'Best Coast Pairings: event, players, pairings and lists as an organiser saved them (JSON)',
  convert,
};

function convert(files: SourceFile[], asked: Asked): Conversion {
  const conversion = emptyConversion();
  const answers = sortAnswers(files, conversion.problems);
  for (const [id, group] of groupByEvent(answers)) convertEvent(id, group, asked, conversion);
  conversion.events[0]?.notes.miss('players and pairings that the organiser deleted', answers.deleted);
  return conversion;
}

type Group = {
  event: JsonObject | null;
  files: Set<SourceFile>;
  players: JsonObject[];
  /** By id: a round that was saved twice is told once, by the later file. */
  pairings: Map<string, JsonObject>;
  lists: JsonObject[];
};

/** What does not name its event belongs to the only one there is. A list of events may hold others. */
function groupByEvent({ events, players, pairings, lists }: Answers): Map<string, Group> {
  const groups = new Map<string, Group>();
  const only = events.size === 1 ? [...events.keys()][0] : undefined;
  const groupOf = (item: JsonObject, file: SourceFile): Group => {
    const id = textOf(item, 'eventId') ?? textOf(objectOf(item, 'event'), 'id', 'objectId') ?? only ?? '';
    const known = events.get(id);
    const group = getOrMake(groups, id, () => ({
      event: known?.item ?? null,
      files: new Set(known ? [known.file] : []),
      players: [],
      pairings: new Map(),
      lists: [],
    }));
    group.files.add(file);
    return group;
  };
  for (const { item, file } of players) groupOf(item, file).players.push(item);
  for (const { item, file } of pairings) {
    const group = groupOf(item, file);
    group.pairings.set(idOf(item) ?? `without id ${group.pairings.size}`, item);
  }
  for (const { item, file } of lists) groupOf(item, file).lists.push(item);
  for (const [id, { item, file }] of events) if (only === id) groupOf({ ...item, eventId: id }, file);
  return groups;
}

function convertEvent(id: string, group: Group, asked: Asked, conversion: Conversion): void {
  const notes = createNotes();
  const { event } = group;
  const name = asked.stated.name ?? textOf(event, 'name');
  if (name === null || (id === '' && asked.stated.slug === undefined)) {
    const which = id === '' ? 'an event that they do not name' : `the event ${id}`;
    const message = `is of ${which}; give the file with that event as well, or --set name="…" and --set slug=…`;
    conversion.problems.push({ file: [...group.files][0]?.name ?? '', at: '', message });
  }
  const roster = createRoster(group.players, asked, notes, conversion, { hasTeams: isTeamEvent(event) });
  const facts = factsOf(event, group.pairings.size > 0, asked, notes);
  const isOver = (asked.stated.status ?? facts.status) === 'finished';
  const slug = asked.stated.slug ?? `bcp-${id}`;
  const battles = [...group.pairings.values()].flatMap(
    (pairing) => battleOf(pairing, slug, roster, isOver, notes) ?? [],
  );
  for (const list of group.lists) roster.giveList(list);
  conversion.events.push(
    makeEvent({
      facts: { ...facts, slug, name: name ?? id },
      stated: asked.stated,
      sourceId: id || null,
      files: [...group.files],
      participants: roster.entrants.map(({ participant }) => participant),
      battles,
      notes,
    }),
  );
}

const isTeamEvent = (event: JsonObject | null) =>
  event?.teamEvent === true || objectOf(event, 'format')?.teamEvent === true;

/** The flat form, and the one in parts. */
function factsOf(
  event: JsonObject | null,
  isPaired: boolean,
  { stated }: Asked,
  notes: Notes,
): Omit<EventFacts, 'slug' | 'name'> {
  const [dates, location, status] = [objectOf(event, 'dates'), objectOf(event, 'location'), objectOf(event, 'status')];
  const ended = event?.ended ?? status?.ended;
  const started = event?.started ?? status?.started;
  const rounds = wholeOf(event, 'numberOfRounds') ?? wholeOf(status, 'numberOfRounds');
  const said = ended === true ? 'finished' : started === true ? 'ongoing' : started === false ? 'planned' : null;
  const notEnded = said === null && ended === false ? (isPaired ? 'ongoing' : 'planned') : null;
  if (notEnded && stated.status === undefined)
    notes.guess(`that it ${isPaired ? 'is being' : 'is yet to be'} played, as it has not ended`);
  const known = said ?? notEnded;
  return {
    ...(known && { status: known }),
    startDate: dayOf(event, 'eventDate') ?? dayOf(dates, 'start'),
    endDate: dayOf(event, 'eventEndDate') ?? dayOf(dates, 'end'),
    city: textOf(event, 'city') ?? textOf(location, 'city'),
    country: textOf(event, 'country') ?? textOf(location, 'country'),
    rounds: rounds !== null && rounds >= 1 && rounds <= 99 ? rounds : null,
  };
}

function battleOf(
  pairing: JsonObject,
  slug: string,
  roster: Roster,
  isOver: boolean,
  notes: Notes,
): BattleFacts | null {
  // A match of teams follows from the battles of their players.
  if (textOf(pairing, 'pairingType') === 'TeamPairing') return null;
  const [first, second] = [objectOf(pairing, 'player1'), objectOf(pairing, 'player2')];
  const [firstId, secondId] = [textOf(pairing, 'player1Id'), textOf(pairing, 'player2Id')];
  const isSecondAlone = isBye(first, firstId, roster);
  if (pairing.isBye === true || isSecondAlone || isBye(second, secondId, roster)) {
    if (isSecondAlone) addBye(pairing, 2, roster.find(second, secondId), notes);
    else addBye(pairing, 1, roster.find(first, firstId), notes);
    return null;
  }
  const [one, two] = [roster.find(first, firstId), roster.find(second, secondId)];
  if (!one || !two || one === two) {
    notes.miss('pairings without two known players');
    return null;
  }
  const round = roundOf(pairing);
  const { sides, outcome, corrected, byPoints } = scoresOf(pairing, one.player, two.player, round);
  if (outcome === null && isOver) {
    notes.miss('pairings that were not played');
    return null;
  }
  if (corrected) notes.guess("scores as in the players' own rows, where pairings say otherwise");
  if (isAgainst(outcome, sides[0].points, sides[1].points))
    notes.guess('who won, by the results, though the other has more points');
  if (byPoints) notes.guess('who won, by the points, where there is no result');
  const isPlayed = outcome !== null;
  const [low, high] = [one.participant.entry, two.participant.entry].sort((a, b) => a - b);
  return {
    id: idOf(pairing) === null ? `${slug}-${round ?? 'x'}-${low}-${high}` : `bcp-${idOf(pairing)}`,
    round,
    sides: [
      { ...sideOf(one), outcome, battlePoints: isPlayed ? sides[0].points : null },
      { ...sideOf(two), outcome: opposite(outcome), battlePoints: isPlayed ? sides[1].points : null },
    ],
  };
}

/** A bye is no battle: it belongs to the player and the round, with what was awarded for it. */
function addBye(pairing: JsonObject, number: 1 | 2, entrant: Entrant | null, notes: Notes): void {
  const round = roundOf(pairing);
  if (!entrant || round === null) {
    notes.miss('byes without a player or a round');
    return;
  }
  const { unplayed } = entrant.participant;
  if (unplayed.some((other) => other.round === round)) return;
  const { points, result } = scoreOf(pairing, number, entrant.player, round);
  const outcome = outcomeByResult(result);
  unplayed.push({ stage: 'swiss', round, kind: 'bye', outcome, battlePoints: points, victoryPoints: null });
}

const sideOf = ({ participant, faction, subFaction }: Entrant) => ({ entry: participant.entry, faction, subFaction });

const isBye = (player: JsonObject | null, id: string | null, { isDummy }: Roster): boolean =>
  (player === null && id === null) || isDummy(player, id);
