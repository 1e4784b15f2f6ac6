import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, club, knockout, load, player, result, standings, swiss, tournament } from '../support/world.js';

const LIST = {
  faction: 'Skaven',
  subFaction: 'Clan Eshin',
  points: 1990,
  battleTacticCards: ['Flanking', 'Ambush'],
  text: 'Deathmaster\n20 Night Runners',
};

let app: TestApp;
beforeAll(async () => {
  const db = await openTestDb();
  await load(db, [
    club(),
    player('p-1', { name: 'Zoë' }),
    player('p-9', { name: null, removed: true }),
    tournament({
      groups: true,
      stages: [swiss({ name: 'Group Stage' }), knockout()],
      participants: [
        { playerId: 'p-1', club: 'northern-legion', group: 'Group A', list: LIST },
        { name: 'adam', dropped: true, group: 'Group B', list: {} },
        { name: 'Émile', group: 'Group A' },
        'Eric',
        { playerId: 'p-9', group: 'Group B' },
        'Ann Lee',
        'Ann',
        'Øyvind',
        'Ann',
      ],
    }),
    battle('b-1', { sides: result('win', [{ battlePoints: 20 }, { entry: 3, battlePoints: 0 }]) }),
    tournament({
      slug: 'finished',
      status: 'finished',
      stages: [swiss(), standings()],
      participants: [{ playerId: 'p-1', finalPlacement: 2 }, { name: 'Bo', finalPlacement: 1 }, 'Cy'],
    }),
  ]);
  // An import refuses these values but SQL can write them; neither may be shown before its time.
  await db.sql.script(`
    UPDATE "participant" SET "final_placement" = 1 WHERE "tournament_slug" = 'spring-clash' AND "entry" = 1;
    UPDATE "participant" SET "group" = 'Group X' WHERE "tournament_slug" = 'finished'`);
  app = await createTestApp(db);
});

const participants = async (slug: string, selection: string) => {
  const { body } = await app.graphql(
    `query ($slug: String!) { tournament(slug: $slug) { participants { nodes { ${selection} } totalCount } } }`,
    { slug },
  );
  expect(body.errors).toBeUndefined();
  return body.data.tournament.participants;
};
const EVERY_FIELD = `name playerId clubSlug group dropped finalPlacement
  list { faction subFaction points battleTacticCards text }`;

describe('the participants of a tournament', () => {
  test('carry every field of the resource, in alphabetical order whatever case and accents', async () => {
    const plain = { playerId: null, clubSlug: null, group: null, dropped: false, finalPlacement: null, list: null };
    const nothingGiven = { faction: '', subFaction: '', points: 0, battleTacticCards: [], text: '' };
    expect(await participants('spring-clash', EVERY_FIELD)).toStrictEqual({
      nodes: [
        { ...plain, name: 'adam', group: 'Group B', dropped: true, list: nothingGiven },
        { ...plain, name: 'Ann' },
        { ...plain, name: 'Ann' },
        { ...plain, name: 'Ann Lee' },
        { ...plain, name: 'Émile', group: 'Group A' },
        { ...plain, name: 'Eric' },
        { ...plain, name: 'Øyvind' },
        { ...plain, name: 'Removed player', group: 'Group B' },
        { ...plain, name: 'Zoë', playerId: 'p-1', clubSlug: 'northern-legion', group: 'Group A', list: LIST },
      ],
      totalCount: 9,
    });
  });

  test('have a final placement once the tournament has finished, null where none was recorded', async () => {
    expect(await participants('finished', 'name finalPlacement')).toStrictEqual({
      nodes: [
        { name: 'Bo', finalPlacement: 1 },
        { name: 'Cy', finalPlacement: null },
        { name: 'Zoë', finalPlacement: 2 },
      ],
      totalCount: 3,
    });
  });

  test('have a null group unless the tournament has a group stage', async () => {
    expect((await participants('finished', 'group')).nodes).toStrictEqual([
      { group: null },
      { group: null },
      { group: null },
    ]);
  });

  test('lead to the player, the club represented, the tournament and the board row', async () => {
    const { nodes } = await participants(
      'spring-clash',
      `player { id: publicId name } club { slug name } tournament { slug }
       boardRow { rank group name } inKnockout: boardRow(stage: "knockout") { rank }`,
    );
    const inTournament = { tournament: { slug: 'spring-clash' }, inKnockout: null };
    expect([nodes[8], nodes[7], nodes[4]]).toStrictEqual([
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
