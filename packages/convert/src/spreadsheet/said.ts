// What a row says about a battle, seen by one of its players. The other's row may say the same again.
import { type BattleFacts, isAgainst, type Outcome, opposite, outcomeOf } from '../event.js';
import type { Notes } from '../notes.js';
import { awardOf, WHO_CAME } from './award.js';
import { type Cells, namedIn } from './cells.js';
import { dayIn } from './days.js';
import type { Person, Roster } from './people.js';
import { addQuit } from './quits.js';
import {
  decimalIn,
  isBye,
  isNothing,
  quitIn,
  RESULT_WORDS,
  resultIn,
  type Unplayed,
  unplayedIn,
  wholeIn,
} from './values.js';
import { outcomeWithWinner } from './winner.js';
import type { Field } from './words.js';

export type SideSaid = { points: number | null; victoryPoints: number | null; faction: string | null };
export type Said = {
  file: string;
  at: string;
  round: number | null;
  self: Person;
  other: Person;
  outcome: Outcome;
  size: 'major' | 'minor' | null;
  unplayed: Exclude<Unplayed, 'quit'> | null;
  /** The other player has a row for it as well. */
  isOfTwoRows: boolean;
  /** Of a table with one row for each battle. */
  isOfPair: boolean;
  own: SideSaid;
  others: SideSaid;
  scenario: string | null;
  date: string | null;
};

type Columns = {
  /** The number that the columns have: a round of a wide sheet, or null. */
  number: number | null;
  opponent: Where;
  own: { points: Where; victoryPoints: Where; faction: Where };
  others: { points: Where; victoryPoints: Where; faction: Where };
};
type Where = [field: Field, number: number | null];

/** Where the two sides' figures are: in a wide sheet, in rows of self and opponent, and in rows of player 1 and 2. */
export const ofOneRow = (number: number | null): Columns => ({
  number,
  opponent: ['opponent', number],
  own: { points: ['points', number], victoryPoints: ['victoryPoints', number], faction: ['faction', number] },
  others: {
    points: ['opponentPoints', number],
    victoryPoints: ['opponentVictoryPoints', number],
    faction: ['faction', -1],
  },
});
export const OF_TWO_PLAYERS: Columns = {
  number: null,
  opponent: ['name', 2],
  own: { points: ['points', 1], victoryPoints: ['victoryPoints', 1], faction: ['faction', 1] },
  others: { points: ['points', 2], victoryPoints: ['victoryPoints', 2], faction: ['faction', 2] },
};

export type Reading = { cells: Cells; file: string; roster: Roster; notes: Notes };

/** The opponent; null for a bye, which is added to the player, for no battle, and for one who cannot be meant, which is said. */
function opponentIn(
  reading: Reading,
  row: number,
  round: number | null,
  self: Person,
  columns: Columns,
): Person | null {
  const { cells, roster } = reading;
  const { number, opponent } = columns;
  const name = cells.text(row, ...opponent);
  const written = cells.text(row, 'result', number);
  if (isBye(name) || unplayedIn(name)) {
    addUnopposed(reading, row, round, self, columns, name);
    return null;
  }
  if (isNothing(name)) {
    // Formulas leave a 0 where nothing was played.
    if (isNothing(written) && /^0?$/.test(cells.text(row, ...columns.own.points))) return null;
    if (isBye(written) || resultIn(written, cells.language)?.unplayed)
      addUnopposed(reading, row, round, self, columns, '');
    else cells.say(row, ...opponent, NO_OPPONENT);
    return null;
  }
  const other = roster.find(name);
  if (typeof other === 'string') cells.say(row, ...opponent, other);
  else if (other !== self) return other;
  else cells.say(row, ...opponent, `${name} cannot play against themselves: name the opponent`);
  return null;
}

/** Null for a row without a battle between two who are known. */
export function readSaid(
  reading: Reading,
  row: number,
  round: number | null,
  self: Person,
  columns: Columns,
): Said | null {
  const { cells, file } = reading;
  const { number, opponent } = columns;
  const other = opponentIn(reading, row, round, self, columns);
  if (!other) return null;
  const side = ({ points, victoryPoints, faction }: Columns['own']): SideSaid => ({
    points: pointsIn(cells, row, points),
    victoryPoints: cells.value(row, ...victoryPoints, wholeIn, 'a whole number'),
    faction: namedIn(cells, row, ...faction),
  });
  const own = side(columns.own);
  const others = side(columns.others);
  const result = cells.value(row, 'result', number, (text) => resultIn(text, cells.language), resultKind(cells));
  if (result?.scores && own.points === null && others.points === null) [own.points, others.points] = result.scores;
  return {
    file,
    at: cells.at(row, ...opponent),
    round,
    self,
    other,
    outcome: outcomeWithWinner(reading, row, number, result, self, other),
    size: result?.size ?? null,
    unplayed: result?.unplayed === 'quit' ? 'noShow' : (result?.unplayed ?? null),
    isOfTwoRows: number !== null,
    isOfPair: opponent[0] === 'name',
    own,
    others,
    scenario: namedIn(cells, row, 'scenario', number),
    date: cells.value(row, 'date', number, (text) => dayIn(text, cells.language), 'a day; write it as YYYY-MM-DD'),
  };
}

function pointsIn(cells: Cells, row: number, where: Where): number | null {
  if (!resultIn(cells.text(row, ...where), cells.language)?.scores)
    return cells.value(row, ...where, decimalIn, 'a number');
  cells.say(row, ...where, 'has the scores of both, such as 15:5; call the column Result');
  return null;
}

const resultKind = ({ language }: Cells) => `a result; write ${RESULT_WORDS[language]}`;
const NO_OPPONENT =
  'is empty, and there is a result: write the opponent, or what was in place of one: bye, walkover, no show or dropped';
const NO_RESULT = { outcome: null, scores: null, unplayed: null };

/**
 * A bye, or a round in which an opponent without a name or the player did not come, is no battle: it belongs to the player
 * and the round, with what the row awards for it. `opponent` is what stands in place of one.
 */
export function addUnopposed(
  { cells, notes }: Reading,
  row: number,
  round: number | null,
  self: Person,
  { number, opponent: where, own }: Pick<Columns, 'number' | 'opponent' | 'own'>,
  opponent: string,
  isTurned = false,
): void {
  const read = (text: string) => (isBye(text) ? NO_RESULT : resultIn(text, cells.language));
  const result = cells.value(row, 'result', number, read, resultKind(cells)) ?? NO_RESULT;
  const outcome = isTurned ? opposite(result.outcome) : result.outcome;
  const points = pointsIn(cells, row, own.points) ?? result.scores?.[isTurned ? 1 : 0] ?? null;
  const quit = quitIn(opponent) ?? (outcome === null ? quitIn(cells.text(row, 'result', number)) : undefined);
  if (quit) {
    const from = quit.lastRound === null ? round : quit.lastRound + 1;
    if (outcome === 'win' || outcome === 'draw' || (points ?? 0) > 0) cells.say(row, ...where, QUIT_AND_WON);
    else addQuit(self, { ...cells.place(row, ...where), from });
    return;
  }
  if (round === null) {
    notes.miss('byes without a round');
    return;
  }
  if (self.unplayed.some((other) => other.round === round)) return;
  const isSaid = outcome === 'win' || outcome === 'loss';
  if (unplayedIn(opponent) === 'noShow' && !isSaid && points === null && result.unplayed === null) {
    cells.say(row, ...where, WHO_IS_ABSENT);
    return;
  }
  const victoryPoints = cells.value(row, ...own.victoryPoints, wholeIn, 'a whole number');
  if (!unplayedIn(opponent) && !result.unplayed) {
    self.unplayed.push({ stage: 'swiss', round, kind: 'bye', outcome, battlePoints: points, victoryPoints });
    return;
  }
  const isByWord = unplayedIn(opponent) !== undefined || result.unplayed === 'walkover';
  const hasCome = isSaid ? outcome === 'win' : points === null ? isByWord : points > 0;
  if (!isSaid) notes.guess(WHO_CAME, [cells.place(row, ...own.points)]);
  self.unplayed.push(awardOf(round, hasCome, { points, victoryPoints }));
}

const QUIT_AND_WON =
  'says that the player dropped, and the row has a result: write walkover if it was the opponent who left, or no result';
const WHO_IS_ABSENT =
  'does not tell who did not come: write the opponent, or walkover, or win or loss as the result; dropped, if the player left';

/** The battle by what one or both rows say, `second` already turned to the first one's view. */
export function battleOf(id: string, first: Said, second: Said | null, notes: Notes): BattleFacts {
  const own = played(first.self, merged(first.own, second?.others));
  const others = played(first.other, merged(first.others, second?.own));
  const said = first.outcome ?? opposite(second?.outcome ?? null);
  const outcome = said ?? outcomeByScore(own, others, notes);
  if (isAgainst(said, own.points, others.points)) notes.guess(AGAINST_POINTS, [first]);
  return {
    id,
    round: first.round,
    scenario: first.scenario ?? second?.scenario ?? null,
    date: first.date ?? second?.date ?? null,
    victorySize: outcome === 'draw' || outcome === null ? null : (first.size ?? second?.size ?? null),
    sides: [
      { entry: first.self.entry, outcome, ...figures(own), subFaction: subFactionOf(first.self, own) },
      {
        entry: first.other.entry,
        outcome: opposite(outcome),
        ...figures(others),
        subFaction: subFactionOf(first.other, others),
      },
    ],
  };
}

const AGAINST_POINTS = 'who won, by the results, though the other has more points';

export const merged = (one: SideSaid, two: SideSaid | undefined): SideSaid => ({
  points: one.points ?? two?.points ?? null,
  victoryPoints: one.victoryPoints ?? two?.victoryPoints ?? null,
  faction: one.faction ?? two?.faction ?? null,
});

/** With the faction of the sign-up where neither row names one. */
const played = (person: Person, said: SideSaid): SideSaid => ({ ...said, faction: said.faction ?? person.faction });

const figures = ({ points, victoryPoints, faction }: SideSaid) => ({ battlePoints: points, victoryPoints, faction });
const subFactionOf = ({ faction, subFaction }: Person, said: SideSaid) =>
  faction === said.faction ? subFaction : null;

function outcomeByScore(own: SideSaid, others: SideSaid, notes: Notes): Outcome {
  if (own.points !== null && others.points !== null) {
    notes.guess('who won, by the battle points');
    return outcomeOf(own.points, others.points);
  }
  if (own.victoryPoints !== null && others.victoryPoints !== null) {
    notes.guess('who won, by the victory points');
    return outcomeOf(own.victoryPoints, others.victoryPoints);
  }
  return null;
}
