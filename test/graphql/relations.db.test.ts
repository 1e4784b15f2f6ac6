import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { battle, club, knockout, player, result, swiss, tournament } from '../support/world.js';

const { app } = await openTestApp([
  club(),
  player('p-1', { name: 'Zoë' }),
  player('p-9', { name: null, removed: true }),
  tournament({
    club: 'northern-legion',
    groups: true,
    stages: [swiss({ name: 'Group Stage' }), knockout()],
    participants: [
      { playerId: 'p-1', club: 'northern-legion', group: 'Group A' },
      { name: 'Émile', group: 'Group A' },
      { playerId: 'p-9', group: 'Group B' },
    ],
  }),
  battle('full', { sides: result('win', [{ battlePoints: 20 }, { battlePoints: 0 }]) }),
  tournament({ slug: 'finished', status: 'finished', participants: [{ playerId: 'p-1', finalPlacement: 2 }] }),
]);

async function data(query: string) {
  const { body } = await app.graphql(query);
  expect(body.errors).toBeUndefined();
  return body.data;
}

test('a battle leads to its tournament, its stage, its winner, and from a side to player and sign-up', async () => {
  const { battle } = await data(`{ battle(id: "full") {
    tournament { slug name } stage { stageId name type } winner { name outcome }
    players { player { id: publicId name } participant { name tournament { slug } } } } }`);
  expect(battle).toStrictEqual({
    tournament: { slug: 'spring-clash', name: 'Spring Clash' },
    stage: { stageId: 'swiss', name: 'Group Stage', type: 'board' },
    winner: { name: 'Zoë', outcome: 'win' },
    players: [
      { player: { id: 'p-1', name: 'Zoë' }, participant: { name: 'Zoë', tournament: { slug: 'spring-clash' } } },
      { player: null, participant: { name: 'Émile', tournament: { slug: 'spring-clash' } } },
    ],
  });
});

test('participants lead to the player, the club represented, the tournament and the board row', async () => {
  const { participants } = await data(`{ participants(tournament: "spring-clash") { nodes {
    player { id: publicId name } club { slug name } tournament { slug }
    boardRow { rank group name } inKnockout: boardRow(stage: "knockout") { rank } } } }`);
  const inTournament = { tournament: { slug: 'spring-clash' }, inKnockout: null };
  expect(participants.nodes.toReversed()).toStrictEqual([
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

test("a player's participations come newest start date first and lead to their tournaments", async () => {
  const query = '{ player(id: "p-1") { participations { nodes { tournament { slug } finalPlacement } totalCount } } }';
  expect((await data(query)).player.participations).toStrictEqual({
    nodes: [
      { tournament: { slug: 'spring-clash' }, finalPlacement: null },
      { tournament: { slug: 'finished' }, finalPlacement: 2 },
    ],
    totalCount: 2,
  });
});
