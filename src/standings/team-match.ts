// Matches between teams. They follow from the battles of the teams' players and are not recorded themselves: all battles of
// one round between players of the same two teams are a match.
import { exactPoints } from '@battle-results/bundle-format/points';
import type { UnplayedRound } from '@battle-results/bundle-format/unplayed-round';

type Outcome = 'win' | 'draw' | 'loss';

/** `teamName` is that of a team of the event. */
export type TeamPlayer = { id: number; teamName: string; unplayed: readonly UnplayedRound[] };

export type TeamBattle = { id: string; stageId: string; round: number | null; sides: readonly [Played, Played] };
type Played = {
  participantId: number;
  outcome: Outcome | null;
  battlePoints: number | null;
  victoryPoints: number | null;
};

/** All data from which matches and the board of teams are computed, in any order. */
export type TeamEvent = {
  teams: readonly { name: string; alphabetical: string }[];
  players: readonly TeamPlayer[];
  battles: readonly TeamBattle[];
  stages: readonly { id: string; position: number }[];
  /** Largest difference of battle points that is a draw. */
  drawRange: number;
};

export type TeamSide = {
  team: string;
  /** Null while a battle of the match is unfinished. */
  outcome: Outcome | null;
  /**
   * Decides the match: battle points or, where no battle of it has any, battles won, of which a draw is half. A team without an
   * opponent has the battle points that its players are awarded, if any.
   */
  score: number;
  battlePoints: number;
  victoryPoints: number;
  /** Scored minus given away in battles: the award of an opponent is not given away. */
  victoryPointsDiff: number;
  battlesWon: number;
  battlesDrawn: number;
  battlesLost: number;
};

export type TeamMatch = {
  stageId: string;
  round: number | null;
  /** In the order of the teams' names. One alone: it had no opponent, and its players were awarded something. */
  sides: [TeamSide] | [TeamSide, TeamSide];
  battleIds: string[];
};

type Open = TeamMatch & { isUnfinished: boolean; hasBattlePoints: boolean; awarded: Set<Outcome | null> };

/** In the order of stages, rounds and names. Battles within a team, or against a player without one, are left out. */
export function teamMatches({ teams, players, battles, stages, drawRange }: TeamEvent): TeamMatch[] {
  const inOrder = teams.toSorted((a, b) => (a.alphabetical < b.alphabetical ? -1 : 1));
  const placeOf = new Map(inOrder.map(({ name }, at) => [name, at]));
  const teamOf = new Map(players.map(({ id, teamName }) => [id, teamName]));
  const matches = new Map<string, Open>();
  /** Of each team in each round, by its place. */
  const inRound = new Map<string, Open>();
  const open = (stageId: string, round: number | null, ...names: [string] | [string, string]): Open => {
    const places = names.map((name) => placeOf.get(name) ?? 0).sort((a, b) => a - b);
    const key = [stageId, round, ...places].join(' ');
    const found =
      matches.get(key) ??
      begun(
        stageId,
        round,
        places.map((at) => sideOf(inOrder[at]?.name ?? '')),
      );
    matches.set(key, found);
    for (const at of places)
      if (!inRound.has(`${stageId} ${round} ${at}`)) inRound.set(`${stageId} ${round} ${at}`, found);
    return found;
  };
  const between = battles.flatMap((battle) => {
    const [one, other] = battle.sides.map(({ participantId }) => teamOf.get(participantId));
    return one === undefined || other === undefined || one === other ? [] : [{ ...battle, one, other }];
  });
  const roundOf = onlyRounds(between);
  for (const { id, stageId, sides, one, other, ...battle } of between.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const match = open(stageId, battle.round ?? roundOf(stageId, one, other), one, other);
    match.battleIds.push(id);
    for (const [at, side] of sides.entries()) {
      add(match, teamOf.get(side.participantId) ?? '', side, sides[1 - at]?.victoryPoints ?? 0);
    }
    // Programs write 0 where there are none.
    if (sides.some(({ battlePoints }) => battlePoints)) match.hasBattlePoints = true;
    if (sides[0].outcome === null) match.isUnfinished = true;
  }
  for (const { teamName, unplayed } of players) {
    for (const award of unplayed) {
      // A table that was not played counts in the match of the round; without one, the team had no opponent.
      const match =
        inRound.get(`${award.stage} ${award.round} ${placeOf.get(teamName)}`) ??
        open(award.stage, award.round, teamName);
      add(match, teamName, award, 0);
      match.awarded.add(award.outcome);
    }
  }
  const stageAt = new Map(stages.map(({ id, position }) => [id, position]));
  return [...matches.values()]
    .map((match) => settled(match, drawRange))
    .sort(
      (a, b) =>
        (stageAt.get(a.stageId) ?? 0) - (stageAt.get(b.stageId) ?? 0) ||
        (a.round ?? Number.MAX_VALUE) - (b.round ?? Number.MAX_VALUE) ||
        (placeOf.get(a.sides[0].team) ?? 0) - (placeOf.get(b.sides[0].team) ?? 0) ||
        (placeOf.get(a.sides[1]?.team ?? '') ?? 0) - (placeOf.get(b.sides[1]?.team ?? '') ?? 0),
    );
}

type Meeting = { stageId: string; round: number | null; one: string; other: string };

/** Some reports leave the round out: they are of the round in which the teams met, if there is only one. */
function onlyRounds(meetings: readonly Meeting[]): (stageId: string, one: string, other: string) => number | null {
  const keyOf = (stageId: string, ...teams: [string, string]) => JSON.stringify([stageId, ...teams.sort()]);
  const rounds = new Map<string, Set<number>>();
  for (const { stageId, round, one, other } of meetings) {
    if (round === null) continue;
    const key = keyOf(stageId, one, other);
    rounds.set(key, (rounds.get(key) ?? new Set()).add(round));
  }
  return (stageId, one, other) => {
    const [only = null, ...more] = rounds.get(keyOf(stageId, one, other)) ?? [];
    return more.length === 0 ? only : null;
  };
}

const sideOf = (team: string): TeamSide => ({
  team,
  outcome: null,
  score: 0,
  battlePoints: 0,
  victoryPoints: 0,
  victoryPointsDiff: 0,
  battlesWon: 0,
  battlesDrawn: 0,
  battlesLost: 0,
});

const begun = (stageId: string, round: number | null, sides: TeamSide[]): Open => ({
  stageId,
  round,
  sides: sides as TeamMatch['sides'],
  battleIds: [],
  isUnfinished: false,
  hasBattlePoints: false,
  awarded: new Set(),
});

type Scored = Pick<Played, 'outcome' | 'battlePoints' | 'victoryPoints'>;

function add(
  match: Open,
  team: string,
  { outcome, battlePoints, victoryPoints }: Scored,
  victoryPointsGiven: number,
): void {
  const side = match.sides.find((each) => each.team === team);
  if (!side) return;
  side.battlePoints = exactPoints(side.battlePoints + (battlePoints ?? 0));
  side.victoryPoints += victoryPoints ?? 0;
  side.victoryPointsDiff += (victoryPoints ?? 0) - victoryPointsGiven;
  if (outcome === 'win') side.battlesWon += 1;
  if (outcome === 'draw') side.battlesDrawn += 1;
  if (outcome === 'loss') side.battlesLost += 1;
}

function settled({ isUnfinished, hasBattlePoints, awarded, ...match }: Open, drawRange: number): TeamMatch {
  const [one, other] = match.sides;
  for (const side of match.sides) {
    const byPoints = hasBattlePoints || (!other && side.battlePoints !== 0);
    side.score = byPoints ? side.battlePoints : side.battlesWon + side.battlesDrawn / 2;
  }
  if (!other) {
    // Without an opponent it counts as what all the awards say.
    one.outcome = awarded.size === 1 ? ([...awarded][0] ?? null) : null;
  } else if (!isUnfinished) {
    const lead = exactPoints(one.score - other.score);
    const isDraw = Math.abs(lead) <= (hasBattlePoints ? drawRange : 0);
    one.outcome = isDraw ? 'draw' : lead > 0 ? 'win' : 'loss';
    other.outcome = isDraw ? 'draw' : lead > 0 ? 'loss' : 'win';
  }
  return match;
}
