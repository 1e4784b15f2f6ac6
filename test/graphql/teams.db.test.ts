// Teams, from a bundle to both APIs, the pages and back into a bundle.
import { beforeAll, describe, expect, test } from 'vitest';
import { exportLines } from '../../src/bundle/export.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, club, knockout, load, player, result, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
let app: TestApp;

const event = (rest: Parameters<typeof tournament>[0] = {}) =>
  tournament({
    stages: [swiss()],
    teamDrawRange: 2,
    teams: [{ name: 'Red/Ox', club: 'northern-legion' }, { name: 'blue' }, { name: 'Green' }],
    participants: [
      { playerId: 'p-1', team: 'Red/Ox' },
      { playerId: 'p-2', team: 'blue' },
      { name: 'Cy', team: 'Red/Ox' },
      { name: 'Dee', team: 'blue' },
      {
        name: 'Eve',
        team: 'Green',
        unplayed: [{ stage: 'swiss', round: 1, kind: 'bye', outcome: 'draw', battlePoints: 10 }],
      },
      'Flo',
    ],
    ...rest,
  });

const points = (first: number, second: number, entries: [number, number]) =>
  result(first > second ? 'win' : first < second ? 'loss' : 'draw', [
    { entry: entries[0], battlePoints: first, victoryPoints: first },
    { entry: entries[1], battlePoints: second, victoryPoints: second },
  ]);

beforeAll(async () => {
  app = await createTestApp(db);
  await load(db, [
    club(),
    player('p-1', { name: 'Ann' }),
    player('p-2', { name: null, removed: true }),
    event(),
    battle('b-1', { sides: points(17, 3, [1, 2]) }),
    battle('b-2', { sides: points(8, 12, [3, 4]) }),
    battle('b-3', { round: 2, sides: points(11, 9, [1, 5]) }),
    battle('b-4', { round: 2, sides: points(20, 0, [6, 4]) }),
    tournament({
      slug: 'hidden',
      published: false,
      teams: [{ name: 'Secret' }],
      participants: [{ name: 'X', team: 'Secret' }],
    }),
    tournament({ slug: 'singles', participants: ['Ann', 'Bo'] }),
    tournament({
      slug: 'cup',
      status: 'finished',
      stages: [swiss({ rounds: 1 }), knockout({ rounds: 1, players: 2 })],
      teams: [{ name: 'Red' }, { name: 'Blue' }, { name: 'Gold' }],
      participants: ['Red', 'Blue', 'Gold'].map((team) => ({ name: `One of ${team}`, team })),
    }),
    battle('c-1', { tournament: 'cup', sides: points(15, 5, [1, 2]) }),
    battle('c-2', { tournament: 'cup', stage: 'knockout', sides: points(4, 16, [1, 2]) }),
  ]);
});

const MATCH = 'stageId stage { name } round sides { name outcome battlePoints } battles { battleId }';
type Match = {
  stageId: string;
  stage: { name: string };
  round: number;
  sides: object[];
  battles: { battleId: string }[];
};

describe('GraphQL', () => {
  test('shows teams with their players; a removed player has no name there either', async () => {
    const { body } = await app.graphql(`{ tournament(slug: "spring-clash") { teamCount
      teams { name clubSlug club { name } participants { name playerId player { name } } } } }`);
    const noClub = { clubSlug: null, club: null };
    const without = (name: string) => ({ name, playerId: null, player: null });
    const ann = { name: 'Ann', playerId: 'p-1', player: { name: 'Ann' } };
    const legion = { clubSlug: 'northern-legion', club: { name: 'Northern Legion' } };
    expect(body.data.tournament).toStrictEqual({
      teamCount: 3,
      teams: [
        { name: 'blue', ...noClub, participants: [without('Dee'), without('Removed player')] },
        { name: 'Green', ...noClub, participants: [without('Eve')] },
        { name: 'Red/Ox', ...legion, participants: [ann, without('Cy')] },
      ],
    });
  });

  test('shows matches by round with their battles, of all teams and of one', async () => {
    const { body } = await app.graphql(`{ tournament(slug: "spring-clash") { teamMatches { ${MATCH} }
      teams { name matches { round sides { team { clubSlug } } } } } }`);
    const { teamMatches, teams } = body.data.tournament;
    const words = ({ stageId, stage, round, sides, battles }: Match) =>
      `${stageId} (${stage.name}) ${round}: ${sides.map((side) => Object.values(side).join(' ')).join(', ')}; ` +
      battles.map(({ battleId }) => battleId).join(', ');
    expect(teamMatches.map(words)).toStrictEqual([
      'swiss (Swiss Stage) 1: blue loss 15, Red/Ox win 25; b-1, b-2',
      'swiss (Swiss Stage) 1: Green draw 10; ',
      'swiss (Swiss Stage) 2: Green draw 9, Red/Ox draw 11; b-3',
    ]);
    const counts = teams.map(({ name, matches }: { name: string; matches: object[] }) => `${name} ${matches.length}`);
    expect(counts).toStrictEqual(['blue 1', 'Green 2', 'Red/Ox 2']);
  });

  test('ranks teams on a board of their own, and finds a team by its id', async () => {
    const { body } = await app.graphql(`{ tournament(slug: "spring-clash") { teamBoard { rankedBy drawRange
      rows { rank name matchPoints battlePoints wins draws losses rankedBy team { id } } } } }`);
    const { rankedBy, drawRange, rows } = body.data.tournament.teamBoard;
    expect({ rankedBy, drawRange }).toStrictEqual({
      rankedBy: ['matchPoints', 'battlePoints', 'victoryPointsDiff', 'victoryPoints'],
      drawRange: 2,
    });
    expect(rows).toMatchObject([
      { rank: 1, name: 'Red/Ox', matchPoints: 3, battlePoints: 36, wins: 1, draws: 1, losses: 0 },
      { rank: 2, name: 'Green', matchPoints: 2, battlePoints: 19, draws: 2 },
      { rank: 3, name: 'blue', matchPoints: 0, battlePoints: 15, rankedBy: [0, 15, -10, 15] },
    ]);
    const [{ team }] = rows;
    const query = 'query ($id: ID!) { node(id: $id) { id ... on Team { name tournament { slug } } } }';
    const found = await app.graphql(query, { id: team.id });
    expect(found.body.data.node).toStrictEqual({ id: team.id, name: 'Red/Ox', tournament: { slug: 'spring-clash' } });
  });

  test('ranks teams by stage, where a stage is a board, and on the final standings over all', async () => {
    const boards = async (slug: string) => {
      const { body } = await app.graphql(`{ tournament(slug: "${slug}") { teamBoard { rows { name matchPoints } }
        stages { stageId teamBoard { rows { rank name matchPoints } } } } }`);
      return body.data.tournament;
    };
    const { teamBoard, stages } = await boards('cup');
    const [first, ...others] = stages;
    const rows = first.teamBoard.rows.map((row: object) => Object.values(row).join(' '));
    expect([first.stageId, ...rows]).toStrictEqual(['swiss', '1 Red 2', '2 Blue 0', ' Gold 0']);
    expect(others).toMatchObject([
      { stageId: 'knockout', teamBoard: null },
      { stageId: 'standings', teamBoard },
    ]);
    expect(teamBoard.rows[0]).toStrictEqual({ name: 'Blue', matchPoints: 2 });
    expect((await boards('singles')).stages).toStrictEqual([{ stageId: 'swiss', teamBoard: null }]);
  });

  test('says the team of a participant, and that others have none', async () => {
    const { body } =
      await app.graphql(`{ participants(tournament: "spring-clash") { nodes { name teamName team { name } } }
      tournament(slug: "singles") { teamCount teams { name } teamBoard { drawRange } teamMatches { round } } }`);
    expect(body.data.participants.nodes).toContainEqual({ name: 'Ann', teamName: 'Red/Ox', team: { name: 'Red/Ox' } });
    expect(body.data.participants.nodes).toContainEqual({ name: 'Flo', teamName: null, team: null });
    expect(body.data.tournament).toStrictEqual({ teamCount: 0, teams: [], teamBoard: null, teamMatches: [] });
  });

  test('shows no team of a tournament that is not published', async () => {
    const id = Buffer.from('Team:hidden/Secret').toString('base64url');
    const { body } = await app.graphql('query ($id: ID!) { node(id: $id) { id } }', { id });
    expect(body.data.node).toBeNull();
  });
});

test("REST answers as for any other tournament, with the players' board and battles", async () => {
  const standings = await (await app.get('/api/v1/tournaments/spring-clash/standings')).json();
  expect(standings.data.map(({ player }: { player: string | null }) => player)).toStrictEqual([
    ...['Ann', 'Flo', 'Eve', 'Dee', 'Cy', null],
  ]);
  expect(standings.data[0]).toStrictEqual({
    ...{ rank: 1, player: 'Ann', playerId: 'p-1', faction: null, battlePoints: 28, wins: 2, draws: 0, losses: 0 },
    ...{ victoryPoints: 28, victoryPointsDiff: 16 },
  });
  const { data } = await (await app.get('/api/v1/tournaments/spring-clash/battles')).json();
  expect(data).toHaveLength(4);
  const participants = await (await app.get('/api/v1/tournaments/spring-clash/participants')).json();
  expect(Object.keys(participants.data[0])).toStrictEqual([
    ...['player', 'playerId', 'club', 'group', 'dropped', 'finalPlacement', 'list'],
  ]);
});

describe('the site', () => {
  const page = async (path: string) => (await app.get(path)).text();

  test('has a page of teams, to which the pages of the tournament lead', async () => {
    const teams = await page('/tournaments/spring-clash/teams');
    expect(teams).toMatch(/Red\/Ox.*Northern Legion.*Ann.*Cy/s);
    expect(teams).toContain('Removed player');
    expect(teams).toContain('15–25');
    expect(teams).toContain('A match is a draw up to a difference of 2 battle points.');
    const overview = await page('/tournaments/spring-clash');
    expect(overview).toContain('href="/tournaments/spring-clash/teams"');
    expect(overview).toContain('By match points, then battle points');
    expect(await page('/tournaments/singles')).not.toContain('teams');
    expect((await app.get('/tournaments/singles/teams')).status).toBe(404);
  });

  test('has a board of each stage where teams meet in several, and who won a knockout', async () => {
    const teams = await page('/tournaments/cup/teams');
    expect(teams).toContain('Board of teams, Swiss Stage');
    expect(teams).not.toContain('Board of teams, Knockout');
    expect(teams).toMatch(/Knockout, round 1.*Blue<\/bdi><span class="unseen">, won.*16–4/s);
    expect(await page('/tournaments/spring-clash/teams')).not.toContain('Board of teams,');
  });

  test('says the team beside a participant, on the page and in its table', async () => {
    expect(await page('/tournaments/spring-clash/participants')).toContain('<th scope="col">Team</th>');
    expect(await page('/tournaments/singles/participants')).not.toContain('<th scope="col">Team</th>');
    const [head, ann] = (await page('/tournaments/spring-clash/participants.csv')).split('\r\n');
    expect([head?.split(',').at(-1), ann?.split(',').at(-1)]).toStrictEqual(['team', 'Red/Ox']);
  });
});

test('a write by SQL cannot name a team that is not there, nor delete one that has players', async () => {
  for (const statement of [
    `UPDATE "participant" SET "team_name" = 'None'`,
    `DELETE FROM "team" WHERE "name" = 'blue'`,
  ]) {
    await expect(db.sql.query(statement)).rejects.toMatchObject({ code: '23503' });
  }
});

describe('a bundle', () => {
  const exported = async () => {
    const lines: string[] = [];
    await exportLines(db, async (more) => void lines.push(...more));
    return lines
      .map((line) => JSON.parse(line))
      .find(({ type, slug }) => type === 'tournament' && slug === 'spring-clash');
  };

  test('has teams, whole, and the team of each participant', async () => {
    const { teams, teamDrawRange, teamTieBreakers, participants } = await exported();
    expect({ teams, teamDrawRange, teamTieBreakers }).toStrictEqual({
      teams: [
        { name: 'Green', club: null },
        { name: 'Red/Ox', club: 'northern-legion' },
        { name: 'blue', club: null },
      ],
      teamDrawRange: 2,
      teamTieBreakers: ['matchPoints', 'battlePoints', 'victoryPointsDiff', 'victoryPoints'],
    });
    expect(participants.map(({ team }: { team: string | null }) => team)).toStrictEqual([
      ...['Red/Ox', 'blue', 'Red/Ox', 'blue', 'Green', null],
    ]);
  });

  test('corrects them: a team gets another name, one has gone; the change feed and pages follow', async () => {
    const changes = async (path: string) => (await app.get(path)).json();
    const { next } = await changes('/api/v1/changes?since=now');
    const { participants = [] } = event();
    const renamed = participants.map((each) => ({ ...each, team: each.team === 'blue' ? 'Teal' : null }));
    await load(db, [event({ teams: [{ name: 'Teal' }], participants: renamed })]);
    const { data } = await changes(`/api/v1/changes${new URL(next).search}`);
    expect(data).toMatchObject([{ kind: 'tournament', id: 'spring-clash' }]);
    const { body } = await app.graphql(
      '{ tournament(slug: "spring-clash") { teams { name participants { name } } teamMatches { round } } }',
    );
    expect(body.data.tournament).toStrictEqual({
      teams: [{ name: 'Teal', participants: [{ name: 'Dee' }, { name: 'Removed player' }] }],
      teamMatches: [],
    });
    expect(await (await app.get('/tournaments/spring-clash/teams')).text()).not.toContain('Red/Ox');
    await load(db, [event()]);
  });
});
