import { TEAM_TIE_BREAKERS, type TeamTieBreaker } from '@battle-results/bundle-format/team-tie-breaker';
import type { UnplayedRound } from '@battle-results/bundle-format/unplayed-round';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { teamStandings } from '../../src/standings/team-board.js';
import type { TeamBattle, TeamEvent, TeamMatch } from '../../src/standings/team-match.js';

const RANKED_BY = TEAM_TIE_BREAKERS.slice(0, 4);

type Notation = {
  /** The first letter of a player is the team; a player in lower case has none. */
  battles: string[];
  unplayed?: Record<string, UnplayedRound[]>;
  drawRange?: number;
  teams?: string;
};

/** Lines such as 'r1 A1 B1 12-8' (battle points), 'A1 B1 to play' and, of other stages, 'cup2 A1 B1 won'; the first player first. */
function event({ battles, unplayed = {}, drawRange = 0, teams = 'A B C D' }: Notation): TeamEvent {
  const played = battles.map((line, at) => battle(line, `b-${at}`));
  const names = new Set([...played.flatMap(({ who }) => who), ...Object.keys(unplayed)]);
  const idOf = new Map([...names].map((name, at) => [name, at + 1]));
  return {
    teams: teams.split(' ').map((name) => ({ name, alphabetical: name.toLowerCase() })),
    players: [...idOf].flatMap(([name, id]) => {
      const teamName = name.charAt(0);
      return /[A-Z]/.test(teamName) ? [{ id, teamName, unplayed: unplayed[name] ?? [] }] : [];
    }),
    battles: played.map(({ who, sides, ...rest }): TeamBattle => {
      const [first, second] = who.map((name) => idOf.get(name) ?? 0);
      return {
        ...rest,
        sides: [
          { participantId: first ?? 0, ...sides[0] },
          { participantId: second ?? 0, ...sides[1] },
        ],
      };
    }),
    stages: [
      { id: 'swiss', position: 1 },
      { id: 'cup', position: 2 },
    ],
    drawRange,
  };
}

function battle(line: string, id: string) {
  const [, stage = 'r', round, first = '', second = '', result = ''] =
    /^(?:([a-z]+)(\d) )?(\w+) (\w+) (.+)$/.exec(line) ?? [];
  const points = /^([\d.]+)-([\d.]+)$/.exec(result)?.slice(1).map(Number);
  const lead = points ? Math.sign((points[0] ?? 0) - (points[1] ?? 0)) : result === 'won' ? 1 : 0;
  const outcomes = result === 'to play' ? [null, null] : OUTCOMES[lead + 1];
  const side = (at: 0 | 1) => ({
    outcome: outcomes?.[at] ?? null,
    battlePoints: points?.[at] ?? null,
    victoryPoints: points?.[at] === undefined ? null : 10 * Math.floor(points[at]),
  });
  return {
    id,
    stageId: stage === 'r' ? 'swiss' : stage,
    round: round ? Number(round) : null,
    who: [first, second] as const,
    sides: [side(0), side(1)] as const,
  };
}

const OUTCOMES = [
  ['loss', 'win'],
  ['draw', 'draw'],
  ['win', 'loss'],
] as const;

const award = (round: number, rest: Partial<UnplayedRound> = {}): UnplayedRound => ({
  ...{ stage: 'swiss', round, kind: 'bye', outcome: 'win', battlePoints: 15, victoryPoints: 0 },
  ...rest,
});

const NO_SHOW = award(1, { kind: 'noShow', outcome: 'loss', battlePoints: 0 });

const shown = ({ round, sides }: TeamMatch) =>
  `${round ?? '-'}: ${sides.map(({ team, battlePoints, outcome }) => `${team} ${battlePoints} ${outcome}`).join(', ')}`;
const matchesOf = (notation: Notation) => teamStandings(event(notation), RANKED_BY).matches.map(shown);
const boardOf = (notation: Notation, rankedBy: readonly TeamTieBreaker[] = RANKED_BY) =>
  teamStandings(event(notation), rankedBy).rows.map(
    ({ rank, team, rankedBy: by }) => `${rank ?? '-'} ${team} ${by[0]}`,
  );

describe('a match of teams', () => {
  test('is made of the battles of a round between their players, whose battle points are added up', () => {
    const battles = ['r2 A1 B1 9-11', 'r1 A1 B1 20-0', 'r1 B2 A2 12.3-7.7', 'r1 C1 D1 10-10', 'r1 A3 B3 0.1-0.2'];
    expect(matchesOf({ battles })).toStrictEqual([
      '1: A 27.8 win, B 12.5 loss',
      '1: C 10 draw, D 10 draw',
      '2: A 9 loss, B 11 win',
    ]);
    expect(teamStandings(event({ battles }), RANKED_BY).matches[0]?.battleIds).toStrictEqual(['b-1', 'b-2', 'b-4']);
  });

  test('is a draw up to the difference that the organiser has set', () => {
    const battles = ['r1 A1 B1 12-8', 'r2 A1 B1 12.1-8'];
    expect(matchesOf({ battles, drawRange: 4 })).toStrictEqual(['1: A 12 draw, B 8 draw', '2: A 12.1 win, B 8 loss']);
  });

  test('is undecided while a battle is to be played, and has no round where its battles have none', () => {
    expect(matchesOf({ battles: ['A1 B1 12-8', 'A2 B2 to play'] })).toStrictEqual(['-: A 12 null, B 8 null']);
  });

  test('has battles without a round if the teams met in one round only', () => {
    const once = ['r1 A1 B1 12-8', 'B2 A2 5-15'];
    expect(matchesOf({ battles: once })).toStrictEqual(['1: A 27 win, B 13 loss']);
    expect(matchesOf({ battles: [...once, 'r2 A1 B1 10-10'] })).toStrictEqual([
      '1: A 12 win, B 8 loss',
      '2: A 10 draw, B 10 draw',
      '-: A 15 win, B 5 loss',
    ]);
  });

  test('is decided by battles won where no battle points were recorded', () => {
    const battles = ['r1 A1 B1 drawn', 'r1 A2 B2 won', 'r1 B3 A3 won', 'r1 B4 A4 won'];
    expect(matchesOf({ battles, drawRange: 9 })).toStrictEqual(['1: A 0 loss, B 0 win']);
    // What was awarded for a bye is no battle.
    const [match] = teamStandings(event({ battles, unplayed: { A5: [award(1)] } }), RANKED_BY).matches;
    expect(match?.sides).toMatchObject([
      { battlePoints: 15, score: 2.5, outcome: 'draw' },
      { battlePoints: 0, score: 2.5, outcome: 'draw' },
    ]);
  });

  test('is decided by battles won where programs have written 0 for battle points', () => {
    const [won] = [battle('r1 A1 B1 won', 'b-1')].map(({ sides: [one, other], ...rest }) => ({
      ...rest,
      sides: [
        { ...one, battlePoints: 0, participantId: 1 },
        { ...other, battlePoints: 0, participantId: 2 },
      ] as const,
    }));
    const players = ['A', 'B'].map((teamName, at) => ({ id: at + 1, teamName, unplayed: [] }));
    const { matches } = teamStandings({ ...event({ battles: [] }), players, battles: won ? [won] : [] }, RANKED_BY);
    expect(matches[0]?.sides.map(({ score, outcome }) => [score, outcome])).toStrictEqual([
      [1, 'win'],
      [0, 'loss'],
    ]);
  });

  test('has neither battles within a team nor those against a player without one', () => {
    expect(matchesOf({ battles: ['r1 A1 A2 20-0', 'r1 A1 x 20-0', 'r1 x B1 20-0'] })).toStrictEqual([]);
  });

  test('includes what was awarded for tables that were not played', () => {
    const unplayed = {
      A2: [award(1, { kind: 'walkover' })],
      B2: [NO_SHOW],
    };
    const [match] = teamStandings(event({ battles: ['r1 A1 B1 8-12'], unplayed }), RANKED_BY).matches;
    expect(match?.sides).toMatchObject([
      { team: 'A', outcome: 'win', battlePoints: 23, battlesWon: 1, battlesLost: 1 },
      { team: 'B', outcome: 'loss', battlePoints: 12, battlesWon: 1, battlesLost: 1 },
    ]);
  });

  test('without an opponent counts as what all the awards say', () => {
    const bye = (second: Partial<UnplayedRound>) =>
      matchesOf({ battles: ['r1 A1 B1 8-12'], unplayed: { C1: [award(1)], C2: [award(1, second)] } }).at(-1);
    expect([bye({}), bye({ outcome: null }), bye({ outcome: 'loss' })]).toStrictEqual([
      '1: C 30 win',
      '1: C 30 null',
      '1: C 30 null',
    ]);
  });
});

describe('the board of teams', () => {
  const battles = ['r1 A1 B1 20-0', 'r1 C1 D1 11-9', 'r2 A1 C1 10-10', 'r2 B1 D1 10-10'];

  test('gives 2 points for a match won and 1 for one drawn; more battle points break a tie', () => {
    expect(boardOf({ battles })).toStrictEqual(['1 A 3', '2 C 3', '3 D 1', '4 B 1']);
  });

  test('is ranked as the organiser says; full ties share a rank, by name', () => {
    const byDraws = ['r1 A1 B1 10-10', 'r1 C1 D1 10-10'];
    expect(boardOf({ battles }, ['battlePoints'])).toStrictEqual(['1 A 30', '2 C 21', '3 D 19', '4 B 10']);
    expect(boardOf({ battles: byDraws })).toStrictEqual(['1 A 1', '1 B 1', '1 C 1', '1 D 1']);
    expect(boardOf({ battles }, ['battlesWon'])).toStrictEqual(['1 A 1', '1 C 1', '3 B 0', '3 D 0']);
  });

  test('lists a team without a match last, without a rank', () => {
    expect(boardOf({ battles: ['r1 C1 D1 0-20'], teams: 'A C D' })).toStrictEqual(['1 D 2', '2 C 0', '- A 0']);
  });

  test('of a stage is over its matches, and lists those who play there; the main Swiss board lists all', () => {
    const staged = event({ battles: [...battles, 'cup1 A1 D1 5-15', 'cup2 D1 C1 9-11'], teams: 'A B C D E' });
    const { rows, rowsIn } = teamStandings(staged, RANKED_BY);
    const short = (of: typeof rows) => of.map(({ rank, team, matchPoints }) => `${rank ?? '-'} ${team} ${matchPoints}`);
    expect(short(rowsIn('cup'))).toStrictEqual(['1 D 2', '2 C 2', '3 A 0']);
    expect(short(rowsIn('swiss'))).toStrictEqual(['1 A 3', '2 C 3', '3 D 1', '4 B 1', '- E 0']);
    expect(short(rows)).toStrictEqual(['1 C 5', '2 D 3', '3 A 3', '4 B 1', '- E 0']);
  });

  test('has the victory points of both sides', () => {
    const [first] = teamStandings(event({ battles }), RANKED_BY).rows;
    expect(first).toMatchObject({
      team: 'A',
      victoryPoints: 300,
      victoryPointsDiff: 200,
      matches: 2,
      wins: 1,
      draws: 1,
    });
  });

  test('gives away no victory points that the other team was awarded', () => {
    const unplayed = { A2: [award(1, { kind: 'walkover', victoryPoints: 15 })], B2: [NO_SHOW] };
    const { rows } = teamStandings(event({ battles: ['r1 A1 B1 2-2'], unplayed, teams: 'A B' }), RANKED_BY);
    expect(rows.map(({ team, victoryPoints, victoryPointsDiff }) => [team, victoryPoints, victoryPointsDiff])).toEqual([
      ['A', 35, 15],
      ['B', 20, 0],
    ]);
  });

  test('does not depend on the order in which anything was read', () => {
    const whole = event({ battles, unplayed: { B2: [award(3)], D2: [award(1)] } });
    const of = (each: TeamEvent) => {
      const { matches, rows, rowsIn } = teamStandings(each, RANKED_BY);
      return { matches, rows, inStage: rowsIn('swiss') };
    };
    const shuffled = <Value>(values: readonly Value[]) =>
      fc.shuffledSubarray([...values], { minLength: values.length });
    const orders = fc.record({
      teams: shuffled(whole.teams),
      players: shuffled(whole.players),
      battles: shuffled(whole.battles),
    });
    fc.assert(
      fc.property(orders, (order) => {
        expect(of({ ...whole, ...order })).toStrictEqual(of(whole));
      }),
    );
  });
});
