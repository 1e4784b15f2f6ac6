// What fields cost, in objects of the answer: a field that leads to one costs 1, a plain value nothing. What reads more
// than it shows costs as many objects as take as long to read; the figures are from a world of 200,000 battles, with 104
// battles and 39 sign-ups to a tournament and 2,600 battles to a club.
import { errors } from '../errors.js';
import { pageSize } from '../paging/page.js';

export type Cost = {
  /** Of the field itself. */
  field: number;
  /** How often what is inside it is there. */
  multiplier: number;
  /** Which competition has to be read, of the tournament that the field is part of. */
  competition?: readonly [name: string, cost: number];
  /** Of which type each entry is, where there are several; null for one that is not there. */
  types?: readonly (string | null)[];
  /** Paid by the field around it. */
  isCount?: boolean;
  /** What a count of the listing costs. */
  count?: number;
};

/** What standings are made of: all sign-ups and battles. Read once a tournament, however many of its standings are asked. */
const COMPETITION = 100;
/** As it stood after a round: each is read by itself, and of one and the same tournament, which may be a large one. */
const COMPETITION_THROUGH_ROUND = 300;

/** To rank it once. All its rows, matches and their players are paid with it. */
const STANDINGS = 10;

/** As large as boards and brackets can be expected to be: they are not paged. */
const ROWS = 200;
const MATCHES = 32;
const ROUNDS = 6;

/** A count reads all there is to count: what belongs to one tournament or player, everything, or what a club collects. */
export const COUNT = 25;
export const COUNT_OF_EVERYTHING = 100;
export const COUNT_OF_CLUB_BATTLES = 1_000;

/** All battles of the player are read for it. */
const OPPONENTS = 50;

/** To look a word up in the names of everything: 2.5 ms of the database where it takes longest (docs/figures.md). */
const SEARCH = 60;
/** More words are not looked for. */
const WORDS_MAX = 10;
export const searchCost = (words: number): number => SEARCH * Math.min(words, WORDS_MAX);

/** A filter: how far the rows have to be looked through for it, which in a club's list may be to its end. */
export const FILTER = 40;
export const FILTER_OF_CLUB_BATTLES = 1_000;

/** To count what filters leave of everything: each is asked of every row, which takes 250 ms for three and 25,000 players. */
export const COUNT_FOR_EACH_FILTER = 500;

/** To look for what has changed, and, for what belongs to something, through all that has changed. */
export const CHANGES = 5;
export const CHANGES_WITHIN = 100;

/** The keys of everything are read, or those of one part: as much of a processor as so many objects of a listing take. */
export const SITEMAP = 2_000;
export const SITEMAP_PART = 250;

/** All events are read for it, however few are asked for, and added up. */
export const STATISTICS = 3_000;

/** To work one figure out takes as long as to read an object. */
export const FIGURE: Cost = { field: 1, multiplier: 1 };

/** As many as can be expected: of factions, of months, and of factions against each other. */
export const FACTIONS = 25;
export const MONTHS = 24;
export const MATCHUPS = 600;

/** What a plain list of objects costs: as many of them, each with what is inside. */
export const listCost = (entries: number): Cost => ({ field: entries, multiplier: entries });

/** What is paid for with something else. */
export const included = (entries = 1): Cost => ({ field: 0, multiplier: entries });

/** What no board can show is refused here, before anything is read. */
export function rowsCost({ first }: { first?: number | null | undefined }): Cost {
  if (first != null && first < 1) throw errors.notPositiveInteger('first');
  return included(Math.min(first ?? ROWS, ROWS));
}
export const matchesCost = included(MATCHES);

export const standingsCost = (args: { tournament?: unknown; throughRound?: unknown }): Cost => ({
  field: STANDINGS,
  multiplier: 1,
  competition: [
    `${args.tournament ?? ''} ${args.throughRound ?? ''}`,
    args.throughRound === undefined || args.throughRound === null ? COMPETITION : COMPETITION_THROUGH_ROUND,
  ],
});

/** All battles are read by themselves, and ranked again for each round. */
export const ranksByRoundCost = (args: { first?: number | null | undefined }): Cost => ({
  ...rowsCost(args),
  field: STANDINGS * ROUNDS,
  multiplier: ROUNDS,
  competition: ['by round', COMPETITION_THROUGH_ROUND],
});

/** An entry of a page, by whichever of its fields. */
export const entryCost: Cost = { field: 1, multiplier: 1 };

export const countCost: Cost = { field: 0, multiplier: 1, isCount: true };

export const opponentsCost = ({ first }: { first?: number | null | undefined }): Cost => {
  const entries = pageSize(first);
  return { field: OPPONENTS + entries, multiplier: entries };
};
