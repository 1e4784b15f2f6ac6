// Makes whole records of what a source knows of an event. What it does not know is null, or guessed and noted.
import type { BattleRecord, ParticipantRecord, SideRecord } from '@battle-results/bundle-format/record';
import { TEAM_TIE_BREAKERS } from '@battle-results/bundle-format/team-tie-breaker';
import { TIE_BREAKERS } from '@battle-results/bundle-format/tie-breaker';
import type { Conversion, ConvertedEvent, SourceFile, Stated, Whole } from './converter.js';
import type { Notes } from './notes.js';

type Tournament = ConvertedEvent['tournament'];
export type Participant = Whole<ParticipantRecord>;
type Side = Whole<SideRecord>;
type Battle = Whole<BattleRecord>;
export type Outcome = Side['outcome'];

/** What a source may say of an event beside its players and battles. */
export type EventFacts = Partial<Omit<Stated, 'slug' | 'name' | 'rounds' | 'byes'>> & {
  slug: string;
  name: string;
  /** Number of Swiss rounds, when the source says it. */
  rounds?: number | null;
};

export type SideFacts = { entry: number } & Partial<Side>;
export type BattleFacts = { id: string; sides: [SideFacts, SideFacts] } & Partial<
  Omit<Battle, 'type' | 'id' | 'sides'>
>;

type EventParts = {
  facts: EventFacts;
  stated: Stated;
  sourceId: string | null;
  files: SourceFile[];
  participants: Participant[];
  battles: BattleFacts[];
  notes: Notes;
};

const USUAL_SIZE = 2000;
const ANOTHER_ORDER = 'wins,battlePoints,victoryPointsDiff';

export function makeEvent({ facts, stated, participants, battles, notes, ...rest }: EventParts): ConvertedEvent {
  const { rounds: factRounds = null, ...said } = facts;
  const { rounds: saidRounds = factRounds, byes, ...over } = stated;
  const known = { ...said, ...over };
  countByes(participants, battles, byes, notes);
  const status = known.status ?? guessStatus(battles, participants, saidRounds, notes);
  const battleSize = known.battleSize ?? guess(notes, USUAL_SIZE, `the points limit, ${USUAL_SIZE}`, 'battleSize=1000');
  const rounds = saidRounds ?? guessRounds(battles, participants, notes);
  const tieBreakers = known.tieBreakers ?? TIE_BREAKERS.slice(0, 4);
  const teams = teamsOf(participants);
  const teamTieBreakers = known.teamTieBreakers ?? TEAM_TIE_BREAKERS.slice(0, 4);
  if (stated.tieBreakers === undefined)
    notes.assume(`the order of the board, by ${tieBreakers.join(', ')}`, `tieBreakers=${ANOTHER_ORDER}`);
  if (teams.length > 0 && stated.teamTieBreakers === undefined)
    notes.assume(`the order of teams, by ${teamTieBreakers.join(', ')}`, 'teamTieBreakers=…');
  const tournament: Tournament = {
    type: 'tournament',
    slug: known.slug,
    name: known.name,
    published: known.published ?? true,
    status,
    startDate: known.startDate ?? null,
    endDate: known.endDate ?? null,
    description: known.description ?? '',
    city: known.city ?? null,
    country: known.country ?? null,
    battleSize,
    battlePack: known.battlePack ?? null,
    club: known.club ?? null,
    tieBreakers,
    groups: false,
    ...(known.listsFrom !== undefined && { listsFrom: known.listsFrom }),
    teamDrawRange: known.teamDrawRange ?? null,
    teamTieBreakers,
    teams,
    organizers: [],
    stages: [{ id: 'swiss', name: 'Swiss Stage', type: 'board', rounds, players: null }],
    // A place is settled when a tournament finishes.
    participants: status === 'finished' ? participants : participants.map((one) => ({ ...one, finalPlacement: null })),
    bracketMatches: [],
  };
  const placed = participants.filter(({ finalPlacement }) => finalPlacement !== null).length;
  if (status !== 'finished' && placed > 0) notes.tell(`left out: final places: ${placed}${NOT_FINISHED}`);
  const dated = dateBattles(battles, tournament, notes);
  if (playsTwice(battles, participants)) notes.guess(TWICE_IN_A_ROUND);
  notes.miss('rounds of battles', battles.filter(({ round }) => (round ?? null) === null).length);
  return { tournament, battles: dated.map((battle) => wholeBattle(battle, tournament)), notes, ...rest };
}

const NOT_FINISHED = ', as the event has not finished; if it has, add --set status=finished';
const TWICE_IN_A_ROUND = 'that both count, where a player has two battles, or a bye as well, in one round';

function playsTwice(battles: BattleFacts[], participants: Participant[]): boolean {
  const numbered = battles.flatMap(({ round, sides }) =>
    (round ?? null) === null ? [] : sides.map(({ entry }) => `${round} ${entry}`),
  );
  const free = participants.flatMap(({ entry, unplayed }) => unplayed.map(({ round }) => `${round} ${entry}`));
  return new Set([...numbered, ...free]).size < numbered.length + free.length;
}

const teamsOf = (participants: Participant[]): Tournament['teams'] =>
  [...new Set(participants.flatMap(({ team }) => team ?? []))].map((name) => ({ name, club: null }));

/** On an event of one day every battle was played on that day; without a last day it may have had others. */
function dateBattles(battles: BattleFacts[], { startDate, endDate }: Tournament, notes: Notes): BattleFacts[] {
  const isDated = ({ date }: BattleFacts) => (date ?? null) !== null;
  if (startDate === null || endDate !== startDate || battles.every(isDated)) return battles;
  notes.guess("days of battles, from the event's only day");
  return battles.map((battle) => (isDated(battle) ? battle : { ...battle, date: startDate }));
}

function guess<Value>(notes: Notes, value: Value, what: string, setting: string): Value {
  notes.guess(what);
  notes.assume(what, setting);
  return value;
}

/** A bye that nothing is said of counts as a win, and has no points but those of its source. */
function countByes(participants: Participant[], battles: BattleFacts[], stated: Stated['byes'], notes: Notes): void {
  const byes = participants.flatMap(({ unplayed }) => unplayed).filter(({ kind }) => kind === 'bye');
  const open = byes.filter(({ outcome }) => outcome === null);
  for (const bye of open) bye.outcome = stated?.outcome ?? 'win';
  for (const bye of byes) bye.battlePoints ??= stated?.battlePoints ?? null;
  if (stated !== undefined) return;
  if (open.length > 0) guess(notes, null, 'that a bye counts as a win', 'byes=draw');
  const hasPoints = battles.some(({ sides }) => sides.some(({ battlePoints }) => (battlePoints ?? null) !== null));
  const pointless = hasPoints ? byes.filter(({ battlePoints }) => battlePoints === null).length : 0;
  notes.miss('points of byes', pointless, 'write them in their rows, or --set byes=win:13');
}

function guessStatus(
  battles: BattleFacts[],
  participants: Participant[],
  saidRounds: number | null,
  notes: Notes,
): Tournament['status'] {
  if (battles.length === 0)
    return guess(notes, 'planned', 'that it is yet to be played, as there is no battle', 'status=ongoing');
  if (isNumbered(battles) && highestRound(battles, participants) < (saidRounds ?? 0))
    return guess(notes, 'ongoing', 'that it is being played, as rounds are missing', 'status=finished');
  return battles.some(({ sides: [side] }) => (side.outcome ?? null) === null)
    ? guess(notes, 'ongoing', 'that it is being played, as battles have no result', 'status=finished')
    : guess(notes, 'finished', 'that it has finished, as every battle has a result', 'status=ongoing');
}

const isNumbered = (battles: BattleFacts[]) => battles.every(({ round }) => (round ?? null) !== null);

function highestRound(battles: BattleFacts[], participants: Participant[]): number {
  const rounds = [...battles, ...participants.flatMap(({ unplayed }) => unplayed)];
  return rounds.reduce((most, { round }) => Math.max(most, round ?? 0), 0);
}

/** Without numbered rounds it is the most battles that anybody has played. */
function guessRounds(battles: BattleFacts[], participants: Participant[], notes: Notes): number {
  const numbered = highestRound(battles, participants);
  if (numbered > 0 && isNumbered(battles)) {
    notes.assume(`the number of rounds, ${numbered}, as none is later`, 'rounds=5');
    return numbered;
  }
  const played = new Map<number, number>();
  for (const { sides } of battles) {
    for (const { entry } of sides) played.set(entry, (played.get(entry) ?? 0) + 1);
  }
  const most = [...played.values()].reduce((best, count) => Math.max(best, count), Math.max(1, numbered));
  return guess(notes, Math.min(most, 99), 'the number of rounds', 'rounds=5');
}

export const blankParticipant = (entry: number): Participant => ({
  entry,
  playerId: null,
  name: null,
  club: null,
  group: null,
  team: null,
  dropped: false,
  finalPlacement: null,
  list: null,
  unplayed: [],
});

/** Who takes part: by the alias, by the id that the source gives, or else by name. Adds a player whom the source knows. */
export function identified(
  { alias, id, name }: { alias: string | null; id: string | null; name: string },
  players: Conversion['players'],
): Pick<Participant, 'playerId' | 'name'> {
  if (alias === null && id !== null) players.push({ type: 'player', id, name, removed: false });
  const playerId = alias ?? id;
  return { playerId, name: playerId === null ? name : null };
}

function wholeBattle({ sides: [first, second], ...rest }: BattleFacts, tournament: Tournament): Battle {
  return {
    type: 'battle',
    date: null,
    tournament: tournament.slug,
    stage: 'swiss',
    round: null,
    scenario: null,
    battlePack: tournament.battlePack,
    battleSize: tournament.battleSize,
    victorySize: null,
    archived: false,
    club: null,
    ...rest,
    sides: [
      { ...BLANK_SIDE, ...first },
      { ...BLANK_SIDE, ...second },
    ],
  };
}

/** Of a battle of which nothing is known but who plays. */
export const BLANK_SIDE: Omit<Side, 'entry'> = {
  playerId: null,
  name: null,
  faction: null,
  subFaction: null,
  outcome: null,
  battlePoints: null,
  victoryPoints: null,
  objectivePoints: null,
  battleTacticsScored: null,
  grandStrategy: null,
  grandStrategyScored: null,
  drops: null,
  role: null,
  list: null,
  rounds: [],
};

/** The other side's. */
export const opposite = (outcome: Outcome): Outcome =>
  outcome === 'win' ? 'loss' : outcome === 'loss' ? 'win' : outcome;

/** Whether the scores say the opposite. */
export const isAgainst = (outcome: Outcome, own: number | null, others: number | null): boolean =>
  own !== null &&
  others !== null &&
  (outcome === 'win' || outcome === 'loss') &&
  opposite(outcome) === outcomeOf(own, others);

/** Of the first side, by two scores of which the higher wins. */
export const outcomeOf = (first: number, second: number, drawRange = 0): Outcome =>
  Math.abs(first - second) <= drawRange ? 'draw' : first > second ? 'win' : 'loss';
