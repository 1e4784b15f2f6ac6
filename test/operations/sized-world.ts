// Two worlds of the same structure, with few and with many of everything, in one database.
import type { BundleRecord, SideRecord } from '@battle-results/bundle-format/record';
import { globalId } from '../../src/graphql/read/global-id.js';
import {
  battle,
  battlePack,
  casual,
  club,
  knockout,
  player,
  result,
  round,
  standings,
  swiss,
  tournament,
} from '../support/world.js';

export const SIZES = { few: 2, many: 100 } as const;
export type Size = keyof typeof SIZES;

/** Variables of operations, for corresponding entities of both worlds. */
export const variablesOf = (size: Size) => ({
  n: SIZES[size],
  tournament: `${size}-event`,
  club: `${size}-club-1`,
  player: `${size}-player-1`,
  battle: `${size}-battle-1`,
  id: globalId('Club', `${size}-club-1`),
  ids: Array.from({ length: SIZES[size] }, (_, index) => globalId('Battle', `${size}-battle-${index + 1}`)),
});

/**
 * One event in which all players play, and for each of the other players an event of the first club and one of a club
 * of its own, in which they meet the first player. So there are `n` of everything that can be listed.
 */
export function sizedWorld(size: Size): BundleRecord[] {
  const numbers = Array.from({ length: SIZES[size] }, (_, index) => index + 1);
  const id = (noun: string, number: number) => `${size}-${noun}-${number}`;
  return [
    battlePack({ name: PACK, scoresObjectives: true, usesBattleTactics: true, usesGrandStrategies: true }),
    ...numbers.map((number) => club({ slug: id('club', number), name: `Club ${number}` })),
    ...[...numbers, numbers.length + 1].map((number) => player(id('player', number))),
    ...bigEvent(size, numbers, id),
    ...numbers.flatMap((number) => [
      ...duel(`${size}-home-${number}`, '2026-05-01', id('club', 1), [id('player', 1), id('player', number + 1)]),
      ...duel(`${size}-away-${number}`, '2026-06-01', id('club', number), [id('player', 1), id('player', number + 1)]),
      casual(`${size}-casual-${number}`, {
        date: '2026-07-01',
        club: id('club', number),
        battlePack: PACK,
        sides: [
          { ...SIDE, playerId: id('player', 1) },
          { ...SIDE, playerId: id('player', number + 1) },
        ],
      }),
    ]),
  ];
}

const PACK = 'Full Pack';
const LIST = { faction: 'Stormcast', subFaction: 'Vanguard', points: 2000, battleTacticCards: ['Seize'], text: 'List' };

const SIDE: Partial<SideRecord> = {
  faction: 'Stormcast',
  list: LIST,
  rounds: [round(1, { victoryPoints: 5, metrics: { kills: 1 } })],
};

const event = (slug: string, startDate: string, clubSlug: string) => ({
  slug,
  name: slug,
  startDate,
  status: 'finished' as const,
  battlePack: PACK,
  club: clubSlug,
  stages: [swiss(), knockout(), standings()],
});

function bigEvent(size: Size, numbers: number[], id: (noun: string, number: number) => string): BundleRecord[] {
  const slug = `${size}-event`;
  const next = (number: number) => (number % numbers.length) + 1;
  return [
    tournament({
      ...event(slug, '2026-04-01', id('club', 1)),
      organizers: numbers.map((number) => id('player', number)),
      teams: numbers.map((number) => ({ name: `Team ${number}`, club: id('club', number) })),
      participants: numbers.map((number) => ({
        playerId: id('player', number),
        team: `Team ${number}`,
        club: id('club', number),
        finalPlacement: number,
        list: LIST,
      })),
      bracketMatches: numbers.map((number) => ({
        stage: 'knockout',
        roundNumber: 1,
        round: 'Last',
        table: number,
        players: [number, next(number)],
        winner: number,
        battle: id('battle', number),
      })),
    }),
    ...numbers.flatMap((number) =>
      (['knockout', 'swiss'] as const).map((stage) =>
        battle(id(stage === 'knockout' ? 'battle' : 'swiss', number), {
          tournament: slug,
          stage,
          battlePack: PACK,
          sides: result('win', [
            { ...SIDE, entry: number },
            { ...SIDE, entry: next(number) },
          ]),
        }),
      ),
    ),
  ];
}

function duel(slug: string, date: string, clubSlug: string, [first, second]: [string, string]): BundleRecord[] {
  return [
    tournament({
      ...event(slug, date, clubSlug),
      organizers: [first],
      teams: [{ name: 'Red' }, { name: 'Blue' }],
      participants: [
        { playerId: first, club: clubSlug, team: 'Red', finalPlacement: 1, list: LIST },
        { playerId: second, club: clubSlug, team: 'Blue', finalPlacement: 2, list: LIST },
      ],
      bracketMatches: [
        { stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2], winner: 1, battle: slug },
      ],
    }),
    battle(slug, { tournament: slug, date, stage: 'knockout', battlePack: PACK, sides: result('win', [SIDE, SIDE]) }),
  ];
}
