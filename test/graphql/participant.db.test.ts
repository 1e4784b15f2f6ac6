import { describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { battle, club, knockout, player, result, swiss, tournament } from '../support/world.js';

const { app } = await openTestApp([
  club(),
  player('p-1', { name: 'Zoë' }),
  player('p-9', { name: null, removed: true }),
  tournament({
    groups: true,
    stages: [swiss({ name: 'Group Stage' }), knockout()],
    participants: [
      { playerId: 'p-1', club: 'northern-legion', group: 'Group A' },
      { name: 'Émile', group: 'Group A' },
      { playerId: 'p-9', group: 'Group B' },
    ],
  }),
  battle('b-1', { sides: result('win', [{ battlePoints: 20 }, { battlePoints: 0 }]) }),
  tournament({ slug: 'finished', status: 'finished', participants: [{ playerId: 'p-1', finalPlacement: 2 }] }),
]);

const participants = async (slug: string, selection: string) => {
  const { body } = await app.graphql(
    `query ($slug: String!) { tournament(slug: $slug) { participants { nodes { ${selection} } totalCount } } }`,
    { slug },
  );
  expect(body.errors).toBeUndefined();
  return body.data.tournament.participants;
};

describe('the participants of a tournament', () => {
  test('lead to the player, the club represented, the tournament and the board row', async () => {
    const { nodes } = await participants(
      'spring-clash',
      `player { id: publicId name } club { slug name } tournament { slug }
       boardRow { rank group name } inKnockout: boardRow(stage: "knockout") { rank }`,
    );
    const inTournament = { tournament: { slug: 'spring-clash' }, inKnockout: null };
    expect(nodes.toReversed()).toStrictEqual([
      {
        player: { id: 'p-1', name: 'Zoë' },
        club: { slug: 'northern-legion', name: 'Northern Legion' },
        ...inTournament,
        boardRow: { rank: 1, group: 'Group A', name: 'Zoë' },
      },
      { player: null, club: null, ...inTournament, boardRow: { rank: null, group: 'Group B', name: null } },
      { player: null, club: null, ...inTournament, boardRow: { rank: 2, group: 'Group A', name: 'Émile' } },
    ]);
  });
});

test("a player's participations come newest start date first and lead to their tournaments", async () => {
  const { body } = await app.graphql(
    '{ player(id: "p-1") { participations { nodes { name tournament { slug } finalPlacement } totalCount } } }',
  );
  expect(body.data.player.participations).toStrictEqual({
    nodes: [
      { name: 'Zoë', tournament: { slug: 'spring-clash' }, finalPlacement: null },
      { name: 'Zoë', tournament: { slug: 'finished' }, finalPlacement: 2 },
    ],
    totalCount: 2,
  });
});
