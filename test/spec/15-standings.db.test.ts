import type { StageRecord } from '@battle-results/bundle-format/record';
import { describe, expect, test } from 'vitest';
import { battle, knockout, result, standings, swiss, tournament } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';

const { load, get, json, data, refused } = openService();

const STANDINGS = '/api/v1/tournaments/spring-clash/standings';
const lower: StageRecord = { id: 'placement-swiss', name: 'Lower half', type: 'board', rounds: 2 };
const noFigures = { battlePoints: 0, wins: 0, draws: 0, losses: 0, victoryPoints: 0, victoryPointsDiff: 0 };

describe('Tournament standings', () => {
  test('It takes path parameter `slug`, string, required', async () => {
    await load(tournament({ participants: ['Ann'] }), tournament({ slug: 'other', participants: ['Bo'] }));
    expect(await players('/api/v1/tournaments/other/standings')).toStrictEqual(['Bo']);
    expect(await refused('/api/v1/tournaments/none/standings')).toStrictEqual(notFound('Tournament not found'));
  });

  test('When omitted: the final standings (`standings`) once the tournament has finished', async () => {
    await load(
      tournament({ status: 'finished', stages: [swiss(), knockout(), standings()], participants: ['Ann', 'Bo'] }),
    );
    await load(battle('b-1', { stage: 'knockout', sides: result('win') }));
    expect(await stageId()).toBe('standings');
    await load(tournament({ status: 'finished', stages: [swiss(), knockout()], participants: ['Ann', 'Bo'] }));
    expect(await stageId()).toBe('standings');
  });

  test('When omitted: otherwise the stage furthest along', async () => {
    const stages = [swiss(), knockout(), lower, standings()];
    await load(tournament({ stages, participants: ['Ann', 'Bo'] }), battle('b-1'));
    expect(await stageId()).toBe('swiss');
    await load(battle('b-2', { stage: 'placement-swiss' }));
    expect(await stageId()).toBe('placement-swiss');
  });

  test('When omitted: the stage furthest along. Decided: the last with a match or battle under way', async () => {
    const final = (players: number[]) =>
      tournament({
        stages: [swiss(), knockout()],
        participants: ['Ann', 'Bo'],
        bracketMatches: [{ stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players }],
      });
    await load(final([]), battle('b-1'));
    expect(await stageId()).toBe('swiss');
    await load(final([1, 2]));
    expect(await stageId()).toBe('knockout');
  });

  test('When omitted: the stage furthest along. Decided: the first while none is under way', async () => {
    await load(tournament({ status: 'planned', stages: [swiss(), knockout()] }));
    expect(await stageId()).toBe('swiss');
  });

  test('When omitted. Decided: 404 for a tournament with no stages', async () => {
    await load(tournament({ stages: [] }));
    expect(await refused(STANDINGS)).toStrictEqual(notFound('This tournament has no standings yet'));
  });

  test("Stage ids are read from the tournament's `stages`", async () => {
    await load(tournament({ status: 'finished', stages: [swiss(), knockout(), lower, standings()] }));
    const { stages } = await data('/api/v1/tournaments/spring-clash');
    expect(stages).toHaveLength(4);
    for (const { id, name, type } of stages) {
      expect((await json(`${STANDINGS}?stage=${id}`)).stage).toStrictEqual({ id, name, type });
    }
  });

  test('Not paginated: the whole standings come in one response', async () => {
    await load(tournament({ participants: Array.from({ length: 130 }, (_, index) => `Player ${index}`) }));
    for (const query of ['', '?limit=5', '?limit=5&cursor=x']) {
      const body = await json(STANDINGS + query);
      expect(body.data).toHaveLength(130);
      expect(body).not.toHaveProperty('next');
    }
  });

  test('Board rows, ranked. Decided: by battlePoints, wins, victoryPointsDiff, victoryPoints unless the organiser set up others', async () => {
    const games = [
      battle('b-1', {
        sides: result('win', [
          { battlePoints: 10, victoryPoints: 9 },
          { battlePoints: 10, victoryPoints: 8 },
        ]),
      }),
      battle('b-2', {
        sides: result('draw', [
          { entry: 3, battlePoints: 10, victoryPoints: 50 },
          { entry: 4, battlePoints: 10, victoryPoints: 40 },
        ]),
      }),
    ];
    await load(tournament({ participants: ['Ann', 'Bo', 'Cy', 'Di'] }), ...games);
    expect(await players(STANDINGS)).toStrictEqual(['Ann', 'Cy', 'Bo', 'Di']);
    await load(tournament({ participants: ['Ann', 'Bo', 'Cy', 'Di'], tieBreakers: ['victoryPoints'] }), ...games);
    expect(await players(STANDINGS)).toStrictEqual(['Cy', 'Di', 'Ann', 'Bo']);
  });

  test('Final standings. Decided: finalPlacement decides, and figures total over every stage', async () => {
    await load(
      tournament({
        status: 'finished',
        stages: [swiss(), lower, standings()],
        participants: [
          { name: 'Ann', finalPlacement: 2 },
          { name: 'Bo', finalPlacement: 1 },
        ],
      }),
      battle('b-1', { sides: result('win', [{ battlePoints: 20 }, { battlePoints: 0 }]) }),
      battle('b-2', { stage: 'placement-swiss', sides: result('draw', [{ battlePoints: 10 }, { battlePoints: 10 }]) }),
    );
    expect(await data(STANDINGS)).toMatchObject([
      { rank: 1, player: 'Bo', battlePoints: 10, wins: 0, draws: 1, losses: 1 },
      { rank: 2, player: 'Ann', battlePoints: 30, wins: 1, draws: 1, losses: 0 },
    ]);
  });

  test('When type is "bracket": `data` is an array of Bracket matches, earliest round first', async () => {
    await load(
      tournament({
        stages: [knockout()],
        participants: ['Ann', 'Bo', 'Cy', 'Di'],
        bracketMatches: [
          { stage: 'knockout', roundNumber: 2, round: 'Final', table: 1, players: [] },
          { stage: 'knockout', roundNumber: 1, round: 'Semi-final', table: 2, players: [2, 3] },
          { stage: 'knockout', roundNumber: 1, round: 'Semi-final', table: 1, players: [1, 4], winner: 1 },
        ],
      }),
    );
    await expectBody(await get(STANDINGS), {
      stage: { id: 'knockout', name: 'Knockout', type: 'bracket' },
      data: [
        { round: 'Semi-final', table: 1, players: ['Ann', 'Di'], winner: 'Ann', battle: null },
        { round: 'Semi-final', table: 2, players: ['Bo', 'Cy'], winner: null, battle: null },
        { round: 'Final', table: 1, players: [], winner: null, battle: null },
      ],
    });
  });
});

describe('Group tournaments', () => {
  const grouped = () =>
    load(
      tournament({
        groups: true,
        stages: [swiss({ name: 'Group Stage' })],
        participants: [
          { name: 'Ann', group: 'Group B' },
          { name: 'Bo', group: 'Group A' },
          { name: 'Cy', group: 'Group A' },
          { name: 'Di', group: 'Group B' },
        ],
      }),
      battle('b-1', { sides: result('loss', [{ entry: 1 }, { entry: 4, battlePoints: 20 }]) }),
      battle('b-2', { sides: result('win', [{ entry: 2, battlePoints: 5 }, { entry: 3 }]) }),
    );

  test('The board contains every group at once, ordered by group and then by position within the group. Each row has `group`. `rank` restarts at 1 in each group. The stage is named "Group Stage" (id still `swiss`)', async () => {
    await grouped();
    const none = { playerId: null, faction: null, ...noFigures };
    expect(await json(STANDINGS)).toStrictEqual({
      stage: { id: 'swiss', name: 'Group Stage', type: 'board' },
      data: [
        { rank: 1, group: 'Group A', player: 'Bo', ...none, battlePoints: 5, wins: 1 },
        { rank: 2, group: 'Group A', player: 'Cy', ...none, losses: 1 },
        { rank: 1, group: 'Group B', player: 'Di', ...none, battlePoints: 20, wins: 1 },
        { rank: 2, group: 'Group B', player: 'Ann', ...none, losses: 1 },
      ],
    });
  });

  test('Each row has `group`. Decided: a player who has not been given one is not on the board', async () => {
    await load(tournament({ groups: true, participants: [{ name: 'Ann', group: 'Group A' }, 'Bo'] }));
    expect(
      (await data(STANDINGS)).map((row: { player: string; group: string }) => [row.player, row.group]),
    ).toStrictEqual([['Ann', 'Group A']]);
  });
});

describe('Unknown stage', () => {
  test('Unknown stage: also one that another tournament has, and `standings` before the tournament has finished', async () => {
    await load(
      tournament({ stages: [swiss(), standings()] }),
      tournament({ slug: 'other', stages: [swiss(), knockout()] }),
    );
    for (const stage of ['knockout', 'standings', 'SWISS', '']) {
      expect(await refused(`${STANDINGS}?stage=${stage}`)).toStrictEqual(
        notFound(`Unknown stage '${stage}'. This tournament has: swiss`),
      );
    }
  });
});

type Row = { rank: number | null; player: string };

async function players(path: string): Promise<string[]> {
  return (await data(path)).map(({ player }: Row) => player);
}

async function stageId(query = ''): Promise<string> {
  return (await json(STANDINGS + query)).stage.id;
}
