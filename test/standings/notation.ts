import type { BoardRow } from '../../src/standings/board-row.js';
import type { Match } from '../../src/standings/bracket.js';
import type { Competition } from '../../src/standings/competition.js';
import type { Contender } from '../../src/standings/contender.js';
import type { Figures, StageFigures } from '../../src/standings/figures.js';

export type Notation = {
  /** Names, separated by spaces; the first has id 1. */
  players: string;
  /** Lines per stage: 'a beats b 20-0 60-41' or 'a draws b 10-10 50-50' (battle points, victory points). */
  battles?: Record<string, string[]>;
  /** Lines per stage: '1 Semi-final 1: a beats d', '2 Final 1: a meets b', '2 Final 1: waiting'. */
  matches?: Record<string, string[]>;
  /** Names by group; the tournament then has groups. */
  groups?: Record<string, string>;
  placements?: Record<string, number>;
  tieBreakers?: Competition['tieBreakers'];
};

export function competition(notation: Notation): Competition {
  const { players, battles = {}, matches = {}, groups, placements = {}, tieBreakers } = notation;
  const names = players.split(' ');
  const idOf = (name: string) => names.indexOf(name) + 1;
  const groupOf = (name: string) =>
    Object.entries(groups ?? {}).find(([, members]) => members.split(' ').includes(name))?.[0] ?? null;
  return {
    contenders: names.map((name) =>
      contender(idOf(name), name, { group: groupOf(name), finalPlacement: placements[name] ?? null }),
    ),
    figures: tally(battles, idOf),
    matches: Object.entries(matches).flatMap(([stageId, lines]) => lines.map((line) => match(stageId, line, idOf))),
    tieBreakers: tieBreakers ?? ['battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints'],
    groups: groups !== undefined,
  };
}

export function contender(id: number, name: string, rest: Partial<Contender> = {}): Contender {
  const known = {
    playerId: `p-${name}`,
    group: null,
    teamName: null,
    faction: null,
    finalPlacement: null,
    unplayed: [],
  };
  return { id, name, ...known, alphabetical: name, ...rest };
}

/** '1 a, 2 b', each preceded by the group on a group board; '-' means no rank. */
export function shown(rows: readonly BoardRow[]): string {
  const line = ({ group, rank, player }: BoardRow) => `${group === null ? '' : `${group}: `}${rank ?? '-'} ${player}`;
  return rows.map(line).join(', ');
}

/** Every field of a row: those given, and nothing elsewhere. */
export const row = (given: Partial<BoardRow>): BoardRow => ({
  ...figures(1, []),
  rank: null,
  group: null,
  player: 'a',
  playerId: 'p-a',
  teamName: null,
  rankedBy: [0, 0, 0, 0],
  ...given,
});

/** The figures of all stages, as the database would sum them. */
function tally(battles: Record<string, readonly string[]>, idOf: (name: string) => number): StageFigures[] {
  const all = Object.entries(battles).flatMap(([stageId, lines]) =>
    lines
      .map((line) => battle(line, idOf))
      .flatMap(([a, b]) => [
        { stageId, own: a, other: b },
        { stageId, own: b, other: a },
      ]),
  );
  return Object.keys(battles).flatMap((stageId) => {
    const sides = all.filter((side) => side.stageId === stageId);
    return [...new Set(sides.map((side) => side.own.id))].map((id) => ({
      ...figures(id, sides),
      stageId,
      opponentsBattlePoints: sum(id, sides, ({ other }) => figures(other.id, sides).battlePoints),
      opponentsWins: sum(id, sides, ({ other }) => figures(other.id, sides).wins),
      opponentsBattlePointsInAll: sum(id, sides, ({ other }) => figures(other.id, all).battlePoints),
      opponentsWinsInAll: sum(id, sides, ({ other }) => figures(other.id, all).wins),
    }));
  });
}

type OneSide = ReturnType<typeof battle>[number];
type Side = { own: OneSide; other: OneSide };

const sum = (id: number, sides: readonly Side[], value: (side: Side) => number) =>
  sides.filter(({ own }) => own.id === id).reduce((total, side) => total + value(side), 0);

const figures = (id: number, sides: readonly Side[]): Figures => ({
  participantId: id,
  battles: sum(id, sides, () => 1),
  unplayed: 0,
  wins: sum(id, sides, ({ own }) => Number(own.outcome === 'win')),
  draws: sum(id, sides, ({ own }) => Number(own.outcome === 'draw')),
  losses: sum(id, sides, ({ own }) => Number(own.outcome === 'loss')),
  battlePoints: sum(id, sides, ({ own }) => own.battlePoints),
  victoryPoints: sum(id, sides, ({ own }) => own.victoryPoints),
  victoryPointsDiff: sum(id, sides, ({ own, other }) => own.victoryPoints - other.victoryPoints),
  opponentsBattlePoints: 0,
  opponentsWins: 0,
  faction: null,
});

function battle(line: string, idOf: (name: string) => number) {
  const [, first = '', verb, second = '', ...points] = parsed(
    /^(\S+) (beats|draws) (\S+) ([\d.]+)-([\d.]+) (\d+)-(\d+)$/,
    line,
  );
  const [bp1, bp2, vp1, vp2] = points.map(Number);
  const outcomes = verb === 'beats' ? ['win', 'loss'] : ['draw', 'draw'];
  return [
    { id: idOf(first), outcome: outcomes[0], battlePoints: bp1 ?? 0, victoryPoints: vp1 ?? 0 },
    { id: idOf(second), outcome: outcomes[1], battlePoints: bp2 ?? 0, victoryPoints: vp2 ?? 0 },
  ] as const;
}

function match(stageId: string, line: string, idOf: (name: string) => number): Match {
  const [, roundNumber, round = '', table, first, verb, second] = parsed(
    /^(\d+) (.+) (\d+): (?:waiting|(\S+) (beats|meets) (\S+))$/,
    line,
  );
  return {
    stageId,
    roundNumber: Number(roundNumber),
    round,
    table: Number(table),
    firstId: first ? idOf(first) : null,
    secondId: second ? idOf(second) : null,
    winnerId: first && verb === 'beats' ? idOf(first) : null,
    battleId: null,
  };
}

function parsed(form: RegExp, line: string): RegExpExecArray {
  const parts = form.exec(line);
  if (!parts) throw new Error(`not in the notation: ${line}`);
  return parts;
}
