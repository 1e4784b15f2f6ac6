// Rules between the fields of one record. Those that JSON Schema can express are also in the schema, for its readers.

import { exactPoints, POINTS_DECIMALS } from './points.js';
import type { Problem } from './problem.js';
import {
  type BattleRecord,
  BOARD_STAGES,
  type BracketMatchRecord,
  type BundleRecord,
  type PlayerRecord,
  type SideRecord,
  type TournamentRecord,
} from './record.js';

export function recordRules(record: BundleRecord): Problem[] {
  switch (record.type) {
    case 'player':
      return playerRules(record);
    case 'tournament':
      return tournamentRules(record);
    case 'battle':
      return battleRules(record);
    default:
      return [];
  }
}

type Say = (path: string, message: string) => void;
type Entry = number;

function collect(rules: (say: Say) => void): Problem[] {
  const problems: Problem[] = [];
  rules((path, message) => problems.push({ path, message }));
  return problems;
}

function playerRules({ name, removed }: PlayerRecord): Problem[] {
  return collect((say) => {
    if (!removed && !isGiven(name)) say('name', 'is missing (only a removed player has none)');
  });
}

function tournamentRules(tournament: TournamentRecord): Problem[] {
  return collect((say) => {
    const { startDate, endDate, listsFrom } = tournament;
    if (listsFrom && listsFrom !== 'never' && !isMoment(listsFrom))
      say('listsFrom', 'is no day and time that there is');
    if (startDate && endDate && endDate < startDate) say('endDate', 'must not be before startDate');
    stageRules(tournament, say);
    participantRules(tournament, say);
    teamRules(tournament, say);
    unplayedRules(tournament, say);
    noRepeats(say, tournament.organizers ?? [], (index) => `organizers[${index}]`);
    const entries = new Set((tournament.participants ?? []).map(({ entry }) => entry));
    const matches = tournament.bracketMatches ?? [];
    for (const [index, match] of matches.entries()) {
      matchRules(match, tournament, entries, (path, message) => say(`bracketMatches[${index}].${path}`, message));
    }
    const places = matches.map(({ stage, roundNumber, table }) => `${stage}, round ${roundNumber}, table ${table}`);
    noRepeats(say, places, (index) => `bracketMatches[${index}]`);
    noRepeats(say, valuesOf(matches, 'battle'), (index) => `bracketMatches[${index}].battle`);
  });
}

function isMoment(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && text === `${moment.toISOString().slice(0, 19)}Z`;
}

function stageRules({ stages = [] }: TournamentRecord, say: Say) {
  for (const [index, { id, type, rounds, players }] of stages.entries()) {
    const at = (key: string) => `stages[${index}].${key}`;
    const [from = 0, to = from + 1] = (id.match(/\d+/g) ?? []).map(Number);
    if (to <= from) say(at('id'), `must name the band from its first place to its last, such as placement-5-8`);
    const expected = BOARD_STAGES.includes(id) ? 'board' : 'bracket';
    if (type !== expected) say(at('type'), `must be ${expected} for ${id}`);
    if (id === 'standings' && isGiven(rounds)) say(at('rounds'), 'must be null on the final standings');
    if (id !== 'standings' && !isGiven(rounds)) say(at('rounds'), 'is missing');
    if (id === 'knockout' && !isGiven(players)) say(at('players'), 'is missing');
    if (id !== 'knockout' && isGiven(players)) say(at('players'), 'must be null except on the knockout');
  }
  noRepeats(say, valuesOf(stages, 'id'), (index) => `stages[${index}].id`);
}

function participantRules({ participants = [], groups, status }: TournamentRecord, say: Say) {
  for (const [index, { playerId, name, group, finalPlacement }] of participants.entries()) {
    const at = (key: string) => `participants[${index}].${key}`;
    if (!playerId && !isGiven(name)) say(at('name'), 'is missing (needed without a playerId)');
    if (!groups && isGiven(group)) say(at('group'), 'must be null in a tournament without groups');
    if (status !== 'finished' && isGiven(finalPlacement)) {
      say(at('finalPlacement'), 'must be null until the tournament has finished');
    }
  }
  noRepeats(say, valuesOf(participants, 'entry'), (index) => `participants[${index}].entry`);
  noRepeats(say, valuesOf(participants, 'playerId'), (index) => `participants[${index}].playerId`);
}

function teamRules({ teams = [], participants = [], teamDrawRange }: TournamentRecord, say: Say) {
  pointsRule(teamDrawRange, (message) => say('teamDrawRange', message));
  noRepeats(say, valuesOf(teams, 'name'), (index) => `teams[${index}].name`);
  const names = new Set(teams.map(({ name }) => name));
  for (const [index, { team }] of participants.entries()) {
    if (isGiven(team) && !names.has(team)) {
      say(`participants[${index}].team`, `must be a team of this tournament, and ${team} is not`);
    }
  }
}

function unplayedRules({ participants = [], stages = [] }: TournamentRecord, say: Say) {
  for (const [index, { unplayed = [] }] of participants.entries()) {
    const at = (nth: number) => `participants[${index}].unplayed[${nth}]`;
    for (const [nth, { stage, round, battlePoints }] of unplayed.entries()) {
      const played = stages.find(({ id }) => id === stage);
      if (played?.type !== 'board' || stage === 'standings') {
        say(`${at(nth)}.stage`, 'must be a board stage of this tournament, and not standings');
      } else if (round > (played.rounds ?? round)) {
        say(`${at(nth)}.round`, `must be at most ${played.rounds}, the rounds of ${stage}`);
      }
      pointsRule(battlePoints, (message) => say(`${at(nth)}.battlePoints`, message));
    }
    noRepeats(
      say,
      unplayed.map(({ stage, round }) => `${stage}, round ${round}`),
      at,
    );
  }
}

function pointsRule(points: number | null | undefined, say: (message: string) => void) {
  if ((points ?? 0) !== exactPoints(points ?? 0)) say(`must have at most ${POINTS_DECIMALS} decimals`);
}

function matchRules(match: BracketMatchRecord, { stages = [] }: TournamentRecord, entries: Set<Entry>, say: Say) {
  const stage = stages.find(({ id }) => id === match.stage);
  if (stage?.type !== 'bracket') say('stage', 'must be a bracket stage of this tournament');
  if (stage?.rounds && match.roundNumber > stage.rounds) {
    say('roundNumber', `must be at most ${stage.rounds}, the rounds of ${match.stage}`);
  }
  const { players, winner } = match;
  if (players.length !== 0 && players.length !== 2) say('players', 'must name two entries or none');
  if (players.length === 2 && players[0] === players[1]) say('players', 'must be two different entries');
  for (const [index, entry] of players.entries()) {
    if (!entries.has(entry)) say(`players[${index}]`, `must be an entry of this tournament, and ${entry} is not`);
  }
  if (isGiven(winner) && !players.includes(winner)) say('winner', 'must be one of the two players');
}

function battleRules(battle: BattleRecord): Problem[] {
  return collect((say) => {
    const casual = !isGiven(battle.tournament);
    if (casual !== !isGiven(battle.stage)) {
      say('stage', casual ? 'must be null in a casual battle' : 'is missing (needed in a tournament battle)');
    }
    if (battle.stage === 'standings') say('stage', 'must not be standings: no battle is played in the final table');
    if (!casual && isGiven(battle.club)) say('club', 'must be null in a tournament battle');
    for (const [index, side] of battle.sides.entries()) {
      sideRules(side, casual, (path, message) => say(`sides[${index}].${path}`, message));
      noRepeats(say, valuesOf(side.rounds ?? [], 'round'), (at) => `sides[${index}].rounds[${at}].round`);
    }
    pairRules(battle, say);
  });
}

function sideRules({ entry, playerId, name, battlePoints }: SideRecord, casual: boolean, say: Say) {
  pointsRule(battlePoints, (message) => say('battlePoints', message));
  if (casual) {
    if (isGiven(entry)) say('entry', 'must be null in a casual battle');
    if (!playerId && !isGiven(name)) say('name', 'is missing (needed without a playerId)');
  } else {
    if (!isGiven(entry)) say('entry', 'is missing (needed in a tournament battle)');
    if (isGiven(playerId)) say('playerId', 'must be null in a tournament battle: the entry says who it is');
    if (isGiven(name)) say('name', 'must be null in a tournament battle: the entry says who it is');
  }
}

function pairRules({ sides: [first, second], victorySize }: BattleRecord, say: Say) {
  const answer = { win: 'loss', loss: 'win', draw: 'draw' } as const;
  const [one, two] = [first.outcome ?? null, second.outcome ?? null];
  if (two !== (one === null ? null : answer[one])) {
    say('sides', 'must have the outcomes win and loss, or draw twice, or none');
  }
  if (isGiven(victorySize) && one !== 'win' && two !== 'win') say('victorySize', 'must be null without a winner');
  const same = (key: 'entry' | 'playerId') => isGiven(first[key]) && first[key] === second[key];
  if (same('entry') || same('playerId')) say('sides', 'must be two different players');
  if (isGiven(first.role) && first.role === second.role) {
    say('sides', `must not both be ${first.role}: one attacks and the other defends`);
  }
}

type Value = string | number | null | undefined;

function valuesOf<Key extends string>(objects: { [key in Key]?: Value }[], key: Key): Value[] {
  return objects.map((object) => object[key]);
}

function noRepeats(say: Say, values: Value[], path: (index: number) => string) {
  const seen = new Set<Value>();
  for (const [index, value] of values.entries()) {
    if (!isGiven(value)) continue;
    if (seen.has(value)) say(path(index), `repeats ${value}`);
    seen.add(value);
  }
}

/** An omitted field is the same as null. */
function isGiven<Given>(value: Given | null | undefined): value is Given {
  return value !== null && value !== undefined;
}
