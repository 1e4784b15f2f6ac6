// The course of the demo world's ongoing tournament, from the first pairings to the end, as a sequence of states.
import type { BattleRecord, SideRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { PLAYED_SLUG } from '../../src/demo/course.js';
import { OPEN_TOURNAMENTS } from './open-tournaments.js';
import { PLAYED_OUT, type Progress, type TournamentPlan } from './plan.js';
import { SMALL_WORLD_PLAYERS } from './players.js';
import { playTournament } from './tournament.js';

/** The tournament in one state: its record, and its battles so far. */
type Moment = { tournament: TournamentRecord; battles: BattleRecord[] };

/** Number of entries for which the winner is shown before the tournament starts over. */
const FINISHED_FOR = 12;
/** A result that is entered with its sides swapped, and the number of entries until it is corrected. */
const SLIP = { round: 2, table: 3, entries: 4 };

/** All states, from pairings without a result to the finished tournament. Identical in every run. */
export function makeCourse(): Moment[] {
  const plan = OPEN_TOURNAMENTS.find(({ slug }) => slug === PLAYED_SLUG);
  if (!plan?.swiss || !plan.knockout) throw new Error(`${PLAYED_SLUG} is not played in Swiss rounds and a knockout`);
  const { swiss, knockout, placementSwiss } = plan;
  const at = (progress: Partial<Progress>) => momentOf({ ...plan, progress: { ...NOTHING, ...progress } });
  const moments: Moment[] = rounds('swiss', swiss.rounds, (played) => at({ swiss: played }));
  const matches = Array.from({ length: knockout.players - 1 }, (_, match) => match + 1);
  moments.push(...matches.map((knockoutMatches) => at({ swiss: swiss.rounds, knockoutMatches })));
  const decided = { swiss: swiss.rounds, knockoutMatches: knockout.players - 1 };
  moments.push(
    ...rounds('placement-swiss', placementSwiss?.rounds ?? 0, (played) => at({ ...decided, placementSwiss: played })),
  );
  const finished = momentOf({ ...plan, status: 'finished', progress: PLAYED_OUT });
  return [...withSlip(moments), ...new Array<Moment>(FINISHED_FOR).fill(finished)];
}

/** For each moment what has changed since the one before; at first everything. */
export function* courseLines(): Generator<(TournamentRecord | BattleRecord)[]> {
  let known = new Set<string>();
  for (const { tournament, battles } of makeCourse()) {
    const records = [tournament, ...battles];
    yield records.filter((record) => !known.has(JSON.stringify(record)));
    known = new Set(records.map((record) => JSON.stringify(record)));
  }
}

const NOTHING: Progress = { swiss: 0, placementSwiss: 0, knockoutMatches: 0 };
/** Progress of a round that is paired but has no result. */
const PAIRED = 1e-6;

/** For each round, its pairings and then one result after another. */
function rounds(stage: string, count: number, at: (played: number) => Moment): Moment[] {
  return Array.from({ length: count }, (_, before) => before).flatMap((before) => {
    const paired = at(before + PAIRED);
    const tables = paired.battles.filter((battle) => battle.stage === stage && battle.round === before + 1).length;
    // Slightly more than the fraction of tables, because playSwiss rounds down; exactly 1 for the last table, so that
    // the next round is not paired.
    const share = (finished: number) => (finished === tables ? 1 : finished / tables + PAIRED);
    const results = Array.from({ length: tables }, (_, table) => at(before + share(table + 1)));
    return [paired, ...results];
  });
}

function momentOf(plan: TournamentPlan): Moment {
  const [tournament, ...battles] = playTournament(plan, SMALL_WORLD_PLAYERS);
  return { tournament: tournament as TournamentRecord, battles: battles as BattleRecord[] };
}

function withSlip(moments: Moment[]): Moment[] {
  const id = `${PLAYED_SLUG}-r${SLIP.round}-t${SLIP.table}`;
  const entered = moments.findIndex(({ battles }) => battles.some((battle) => battle.id === id && isOver(battle)));
  return moments.map((moment, at) =>
    at >= entered && at < entered + SLIP.entries
      ? { ...moment, battles: moment.battles.map((battle) => (battle.id === id ? turnedRound(battle) : battle)) }
      : moment,
  );
}

const isOver = ({ sides }: BattleRecord) => sides[0].outcome != null;

/** Swaps the scores of the two sides. */
function turnedRound(battle: BattleRecord): BattleRecord {
  const [one, other] = battle.sides;
  const scored = ({ outcome, battlePoints, victoryPoints, objectivePoints, rounds: each }: SideRecord) => ({
    outcome,
    battlePoints,
    victoryPoints,
    objectivePoints,
    rounds: each,
  });
  return {
    ...battle,
    sides: [
      { ...one, ...scored(other) },
      { ...other, ...scored(one) },
    ] as BattleRecord['sides'],
  };
}
