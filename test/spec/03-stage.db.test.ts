import type { StageRecord } from '@battle-results/bundle-format/record';
import { describe, expect, test } from 'vitest';
import { battle, knockout, standings, swiss, tournament } from '../support/world.js';
import { notFound, openService } from './service.js';

const { load, get, json, data, refused } = openService(
  tournament({
    status: 'finished',
    stages: [
      swiss({ rounds: 5 }),
      knockout({ rounds: 3, players: 8 }),
      small('placement-3', 'Third place'),
      small('placement-5-8', 'Places 5 to 8'),
      { id: 'placement-swiss', name: 'Lower half', type: 'board', rounds: 2 },
      standings(),
    ],
    participants: ['Ann', 'Bo', 'Cy', 'Di'],
    bracketMatches: [
      { stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2] },
      { stage: 'placement-3', roundNumber: 1, round: 'Match for third', table: 2, players: [3, 4] },
    ],
  }),
  battle('b-1', { stage: 'placement-swiss', sides: [{ entry: 3 }, { entry: 4 }] }),
);

const STANDINGS = '/api/v1/tournaments/spring-clash/standings';

describe('Stage (element of Tournament.stages)', () => {
  test('has these fields in this order', async () => {
    const { stages } = await data('/api/v1/tournaments/spring-clash');
    expect(JSON.stringify(stages)).toBe(
      JSON.stringify([
        { id: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 5 },
        { id: 'knockout', name: 'Knockout', type: 'bracket', rounds: 3, players: 8 },
        { id: 'placement-3', name: 'Third place', type: 'bracket', rounds: 1 },
        { id: 'placement-5-8', name: 'Places 5 to 8', type: 'bracket', rounds: 1 },
        { id: 'placement-swiss', name: 'Lower half', type: 'board', rounds: 2 },
        { id: 'standings', name: 'Final Standings', type: 'board' },
      ]),
    );
  });

  test('id: Never changes', async () => {
    const ids = async () => (await stagesOf('lasting')).map(({ id }) => id);
    await load(tournament({ slug: 'lasting', stages: [swiss(), knockout()] }));
    expect(await ids()).toStrictEqual(['swiss', 'knockout']);
    const renamed = [swiss({ name: 'Day one', rounds: 4 }), knockout({ name: 'Day two' })];
    await load(tournament({ slug: 'lasting', status: 'finished', stages: renamed }));
    expect(await ids()).toStrictEqual(['swiss', 'knockout', 'standings']);
  });

  test('stages are in the order they run, whichever was written last', async () => {
    await load(tournament({ slug: 'renamed', stages: [swiss(), knockout()] }));
    await load(tournament({ slug: 'renamed', stages: [swiss({ name: 'Day one' }), knockout()] }));
    expect(await stagesOf('renamed')).toMatchObject([{ id: 'swiss', name: 'Day one' }, { id: 'knockout' }]);
  });

  test('name: It must not be derived from the id: the id `swiss` named "Swiss Stage" in one and "Group Stage" in another', async () => {
    await load(
      tournament({ slug: 'one', stages: [swiss({ name: 'Swiss Stage' })] }),
      tournament({ slug: 'another', stages: [swiss({ name: 'Group Stage' })] }),
    );
    expect(await stagesOf('one')).toMatchObject([{ id: 'swiss', name: 'Swiss Stage' }]);
    expect(await stagesOf('another')).toMatchObject([{ id: 'swiss', name: 'Group Stage' }]);
  });

  test('type ("board" | "bracket"): Board = ranked table of players; bracket = matches', async () => {
    const board = await json(`${STANDINGS}?stage=swiss`);
    expect(board.stage.type).toBe('board');
    expect(Object.keys(board.data[0])).toContain('rank');
    const bracket = await json(`${STANDINGS}?stage=knockout`);
    expect(bracket.stage.type).toBe('bracket');
    expect(Object.keys(bracket.data[0])).toContain('winner');
  });
});

describe('Stage ids in use', () => {
  test('standings: Final standings, everything merged into one table', async () => {
    const { stage, data: rows } = await json(`${STANDINGS}?stage=standings`);
    expect(stage).toStrictEqual({ id: 'standings', name: 'Final Standings', type: 'board' });
    expect(rows).toHaveLength(4);
  });

  test('standings: Exists only once the tournament has finished', async () => {
    await load(tournament({ slug: 'running', status: 'ongoing', stages: [swiss(), standings()] }));
    expect(await stagesOf('running')).toMatchObject([{ id: 'swiss' }]);
    expect(await refused('/api/v1/tournaments/running/standings?stage=standings')).toStrictEqual(
      notFound("Unknown stage 'standings'. This tournament has: swiss"),
    );
    await load(tournament({ slug: 'running', status: 'finished', stages: [swiss(), standings()] }));
    expect(await stagesOf('running')).toMatchObject([{ id: 'swiss' }, { id: 'standings' }]);
    expect((await json('/api/v1/tournaments/running/standings?stage=standings')).stage.id).toBe('standings');
  });

  test('swiss: The main Swiss rounds', async () => {
    const { stage, data: rows } = await json(`${STANDINGS}?stage=swiss`);
    expect(stage).toStrictEqual({ id: 'swiss', name: 'Swiss Stage', type: 'board' });
    expect(rows.map(({ player }: { player: string }) => player)).toStrictEqual(['Ann', 'Bo', 'Cy', 'Di']);
  });

  test('placement-swiss: The Swiss board played by everyone outside the knockout', async () => {
    const { stage, data: rows } = await json(`${STANDINGS}?stage=placement-swiss`);
    expect(stage).toStrictEqual({ id: 'placement-swiss', name: 'Lower half', type: 'board' });
    expect(rows.map(({ player }: { player: string }) => player)).toStrictEqual(['Cy', 'Di']);
  });

  test('placement-3, placement-5-8, and so on: Small brackets settling remaining places, one per band', async () => {
    expect(await json(`${STANDINGS}?stage=placement-3`)).toStrictEqual({
      stage: { id: 'placement-3', name: 'Third place', type: 'bracket' },
      data: [{ round: 'Match for third', table: 2, players: ['Cy', 'Di'], winner: null, battle: null }],
    });
    expect(await json(`${STANDINGS}?stage=placement-5-8`)).toStrictEqual({
      stage: { id: 'placement-5-8', name: 'Places 5 to 8', type: 'bracket' },
      data: [],
    });
    await load(tournament({ slug: 'wide', stages: [small('placement-9-16', 'Places 9 to 16')] }));
    expect(await stagesOf('wide')).toMatchObject([{ id: 'placement-9-16', type: 'bracket' }]);
  });

  test('A tournament has only the stages it is set up for', async () => {
    await load(tournament({ slug: 'swiss-only', stages: [swiss()] }));
    expect(await stagesOf('swiss-only')).toStrictEqual([
      { id: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 3 },
    ]);
    expect((await get('/api/v1/tournaments/swiss-only/standings?stage=knockout')).status).toBe(404);
  });
});

function small(id: string, name: string): StageRecord {
  return { id, name, type: 'bracket', rounds: 1 };
}

async function stagesOf(slug: string): Promise<{ id: string; name: string }[]> {
  return (await data(`/api/v1/tournaments/${slug}`)).stages;
}
