// Cost of fields, in objects of the answer: a field that leads to one costs 1, a scalar nothing. A field that reads
// more than it returns costs as many objects as take as long to read. The figures were measured on a world of 200,000
// battles, with 104 battles and 39 sign-ups per tournament and 2,600 battles per club. They are known before anything is
// read, and limited; an operation that then reads more than that, as from a very large tournament, costs what it read.
import { pageSize } from '../../paging/page.js';

export type Cost = {
  /** Cost of the field itself. */
  field: number;
  /** Number of times that the selection inside is counted. */
  multiplier: number;
  /** Name and cost of the competition to read, of the tournament that the field is part of; charged once per name. */
  competition?: readonly [name: string, cost: number];
  /** Type of each entry, where there are several types; null for an entry that cannot exist. */
  types?: readonly (string | null)[];
  /** True for what the listing around it pays for, once and not for each entry: a count (see `count`). */
  isCount?: boolean;
  /** Cost of counting the listing. */
  count?: number;
  /** True for what is found beside the entries of a listing, which pays for it once and not for each of them. */
  isBeside?: boolean;
};

/**
 * Parsing and validating a document: this many tokens take as long as an object, and a mistake as long as several,
 * because its message suggests similar names. The cost of a document is the same whether or not it is already parsed.
 */
const TOKENS = 8;
const MISTAKE = 2;
export const documentCost = (tokens: number, mistakes = 0): number => Math.ceil(tokens / TOKENS) + MISTAKE * mistakes;

/** Number of mistakes after which validation ends: enough to mend a document by. */
export const MISTAKES_MAX = 5;

/** Reading all sign-ups and battles of a tournament, once however many of its standings are selected. */
const COMPETITION = 100;
/** The same up to a round: each round is read separately, and all of them may be of one large tournament. */
const COMPETITION_THROUGH_ROUND = 300;

/** Types whose fields lead on within one tournament: what is read of its competition is charged where they were reached. */
export const OF_ONE_TOURNAMENT: ReadonlySet<string> = new Set([
  ...['Tournament', 'Stage', 'Participant', 'ParticipantConnection', 'ParticipantEdge'],
  ...['Team', 'TeamBoard', 'TeamBoardRow', 'TeamMatch', 'TeamMatchSide'],
  ...['Board', 'BoardRow', 'Bracket', 'BracketMatch', 'MatchPlayer'],
  ...['Battle', 'BattleConnection', 'BattleEdge', 'BattlePlayer'],
]);

/** How many sign-ups and battles of a competition, or sides by round, take as long to read and rank as an object. */
const COMPETITION_ROWS = 4;
/** What reading a competition of this size has cost, if it is more than was expected. */
export const competitionCost = (size: number): number => Math.ceil(size / COMPETITION_ROWS);

/** Ranking the competition once. Includes all rows, matches and their players. */
const STANDINGS = 10;

/** Expected maximum size of boards and brackets, which are not paged. */
const ROWS = 200;
const MATCHES = 32;
const ROUNDS = 6;

/** A count reads all that it counts: what belongs to one tournament or player, everything, or the battles of a club. */
export const COUNT = 25;
export const COUNT_OF_EVERYTHING = 100;
export const COUNT_OF_CLUB_BATTLES = 1_000;

/** Reads all battles of the player. */
const OPPONENTS = 50;

/** Reading the text of an army list. */
export const CONTENTS: Cost = { field: 5, multiplier: 1 };

/** Looking up one word in all names: at most 2.5 ms of database time (docs/figures.md). */
const SEARCH = 60;
/** Further words are ignored. */
const WORDS_MAX = 10;
export const searchCost = (words: number): number => SEARCH * Math.min(words, WORDS_MAX);

/** A filter: the rows that are scanned for matches, which on a club's list may be all of them. */
export const FILTER = 40;
export const FILTER_OF_CLUB_BATTLES = 1_000;

/** Counting a filtered listing checks each filter on every row: 250 ms for three filters and 25,000 players. */
export const COUNT_FOR_EACH_FILTER = 500;

/** Finding changes; within a tournament, club or player, all changes are scanned. */
export const CHANGES = 5;
export const CHANGES_WITHIN = 100;

/** Reading the keys of everything, or of one part: as much processor time as this many objects of a listing. */
export const SITEMAP = 2_000;
export const SITEMAP_PART = 250;

/** Reads and sums all events, however few figures are selected. More is charged by what is done, where there is more. */
export const STATISTICS = 3_000;

/** How many battles take as long as an object: to be read, with or without ratings, and added up; or their players. */
const BATTLES = { read: 160, rated: 30, addedUp: 110, field: 65 };
export type StatisticsWork = keyof typeof BATTLES;
export const statisticsCost = (what: StatisticsWork, battles: number): number => Math.ceil(battles / BATTLES[what]);

/** Computing a figure takes as long as reading an object. */
export const FIGURE: Cost = { field: 1, multiplier: 1 };

/** Expected numbers of factions, of months, and of pairs of factions. */
export const FACTIONS = 25;
export const MONTHS = 24;
export const MATCHUPS = 600;

/** Cost of a plain list: this many objects, each with its selection. */
export const listCost = (entries: number): Cost => ({ field: entries, multiplier: entries });

/** Cost of a field that another field pays for. */
export const included = (entries = 1): Cost => ({ field: 0, multiplier: entries });

export const rowsCost = ({ first }: { first?: number | null | undefined }): Cost =>
  included(Math.min(first ?? ROWS, ROWS));
export const matchesCost = included(MATCHES);

export const standingsCost = (args: { tournament?: unknown; throughRound?: unknown }): Cost => ({
  field: STANDINGS,
  multiplier: 1,
  competition: [
    `${args.tournament ?? ''} ${args.throughRound ?? ''}`,
    args.throughRound === undefined || args.throughRound === null ? COMPETITION : COMPETITION_THROUGH_ROUND,
  ],
});

/** Expected numbers of teams, of their players, and of their matches. */
export const TEAMS = 20;
export const TEAM_PLAYERS = 5;
export const TEAM_MATCHES = 50;

/** Reads all sign-ups and battles once, however many matches and boards of teams are selected. */
export const teamsCost = (entries: number): Cost => ({
  field: STANDINGS,
  multiplier: entries,
  competition: ['teams', COMPETITION],
});

/** Reads all battles separately, and ranks them again for each round. */
export const ranksByRoundCost = (args: { first?: number | null | undefined }): Cost => ({
  ...rowsCost(args),
  field: STANDINGS * ROUNDS,
  multiplier: ROUNDS,
  competition: ['by round', COMPETITION_THROUGH_ROUND],
});

/** An entry of a page, whether selected through `nodes` or `edges`. */
export const entryCost: Cost = { field: 1, multiplier: 1 };

export const countCost: Cost = { field: 0, multiplier: 1, isCount: true };

/** Entries of this number, found by looking at all there are. */
export const foundAmongAll = (entries: number): Cost => ({
  field: COUNT_OF_EVERYTHING + entries,
  multiplier: entries,
});

export const opponentsCost = ({ first }: { first?: number | null | undefined }): Cost => {
  const entries = pageSize(first);
  return { field: OPPONENTS + entries, multiplier: entries };
};
