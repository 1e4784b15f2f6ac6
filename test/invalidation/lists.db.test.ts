// Army lists before their time: a word that only stands in lists is looked for on every face of the service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/config.js';
import { showListsWhenDue } from '../../src/invalidation/lists-due.js';
import { createTestApp } from '../support/app.js';
import { exportAll, importAll } from '../support/bundle.js';
import { openTestDb } from '../support/database.js';
import { soon } from '../support/soon.js';
import { battle, club, load, player, result, swiss, tournament } from '../support/world.js';

const LIST = {
  faction: 'Zyxfolk',
  subFaction: 'Zyxcharge',
  points: 1980,
  battleTacticCards: ['Zyxcard'],
  text: 'Zyxfolk - Zyxcharge\n1 Zyxcaptain',
};
const SIDE = { faction: 'Zyxfolk', subFaction: 'Zyxcharge', list: LIST };

const world = (listsFrom: string | null) => [
  club(),
  player('p-ann', { name: 'Ann' }),
  player('p-bo', { name: 'Bo' }),
  tournament({
    club: 'northern-legion',
    startDate: '2026-11-21',
    listsFrom,
    stages: [swiss()],
    participants: [
      { playerId: 'p-ann', list: LIST },
      { playerId: 'p-bo', club: 'northern-legion', list: LIST },
      { name: 'Cy', list: { ...LIST, faction: '' } },
      { name: 'Di' },
    ],
  }),
  // An army that was played has been seen, and the organiser has recorded its faction.
  battle('played', {
    sides: result('win', [
      { faction: 'Seenfolk', subFaction: 'Zyxcharge', list: LIST },
      { faction: 'Seenfolk', subFaction: 'Zyxcharge' },
    ]),
  }),
  battle('open', {
    round: 2,
    sides: [
      { entry: 1, ...SIDE },
      { entry: 2, ...SIDE },
    ],
  }),
];

const at = (seconds: number) => `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}Z`;

const db = await openTestDb();
await load(db, world('never'));
const app = await createTestApp(db, {
  remember: true,
  // The document here selects all that could show a list.
  config: { limits: { ...LIMITS, cost: 1_000_000 } },
});
const notices: string[] = [];
const keeper = showListsWhenDue(db, app.feed, { info: (line) => void notices.push(line), warn: console.error });
afterAll(() => keeper.close());

const REST = [
  ...['/tournaments', '/tournaments/spring-clash', '/tournaments/spring-clash/standings'],
  ...['/tournaments/spring-clash/participants', '/tournaments/spring-clash/battles', '/clubs/northern-legion'],
  ...['/clubs/northern-legion/tournaments', '/clubs/northern-legion/battles', '/users/p-ann/battles'],
  ...['/battles/open', '/battles/played'],
  ...['/clubs', '/users/p-ann', '/ratings', '/search?q=zyx', '/factions', '/changes?limit=50&include=body'],
  ...['/statistics/factions', '/statistics/matchups'],
].map((path) => `/api/v1${path}`);

const SITE = [
  ...['/', '/tournaments', '/tournaments/spring-clash', '/tournaments/spring-clash/participants'],
  ...['/tournaments/spring-clash/swiss', '/tournaments/spring-clash/battles', '/battles/open', '/battles/played'],
  ...['/clubs', '/clubs/northern-legion', '/players', '/players/p-ann', '/players/p-ann/battles'],
  ...['/players/p-ann/opponents', '/factions', '/ratings', '/tournaments.ics', '/clubs/northern-legion.ics'],
  ...['/tournaments/spring-clash.ics', '/tournaments/spring-clash/swiss.csv', '/feed.atom', '/sitemap.xml'],
  ...['/tournaments/spring-clash/participants.csv', '/tournaments/spring-clash/battles.csv'],
];

const SIGN_UP =
  'name faction boardRow { faction } list { faction subFaction points battleTacticCards text contents { units { name } } }';
const SIDES = `players { name faction knownFaction { name } subFaction list { faction subFaction text } participant { ${SIGN_UP} } }`;
const DOCUMENT = `{
  tournament(slug: "spring-clash") {
    participants { nodes { ${SIGN_UP} } } battles { nodes { ${SIDES} } }
    standings { ... on Board { rows { faction participant { ${SIGN_UP} } } } }
  }
  players { nodes { name participations { nodes { ${SIGN_UP} } } battles { nodes { ${SIDES} } } } }
  clubs { nodes { battles { nodes { ${SIDES} } } } }
  factions { nodes { name } }
  changes { nodes { node { ... on Tournament { participants { nodes { ${SIGN_UP} } } } ... on Battle { ${SIDES} } } } }
  search(text: "zyx") { factions { nodes { name } } }
  statistics { factions { faction { name } } }
}`;
const FILTERS = `{
  tournaments(faction: "zyxfolk") { totalCount } bySlug: tournaments(factionSlug: "zyxfolk") { totalCount }
  players(faction: "zyxfolk") { totalCount }
  ofTournament: battles(tournament: "spring-clash", faction: "zyxfolk") { totalCount }
  ofClub: battles(club: "northern-legion", faction: "zyxfolk") { totalCount }
  ofPlayer: battles(player: "p-ann", faction: "zyxfolk") { totalCount }
}`;

const FACES: [face: string, read: () => Promise<string>][] = [
  ...[...REST, ...SITE].map((path): [string, () => Promise<string>] => [
    path,
    async () => {
      const answer = await app.get(path);
      const text = await answer.text();
      expect(answer.status, `${path}: ${text}`).toBe(200);
      return text;
    },
  ]),
  ['a GraphQL document', async () => told(DOCUMENT)],
  ['filters', async () => told(FILTERS)],
];

async function told(document: string): Promise<string> {
  const { body } = await app.graphql(document);
  expect(body.errors).toBeUndefined();
  return JSON.stringify(body);
}

/** The words of lists on each face that has any. */
async function shown(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [face, read] of FACES) {
    const words = (await read()).match(face === 'filters' ? FOUND : /zyx\w+/gi);
    if (words) found[face] = [...new Set(words)].sort();
  }
  return found;
}

/** The factions that a filter finds need not be named by what it finds. */
const FOUND = /\w+":\{"totalCount":[1-9]/g;

const setListsFrom = (value: string | null) => db.sql.query(`UPDATE "tournament" SET "lists_from" = $1`, [value]);
const json = async (path: string) => (await (await app.get(`/api/v1${path}`)).json()).data;

describe('before their time', () => {
  test('lists are on no face, nor is what is only known from them', async () => {
    expect(await shown()).toStrictEqual({});
    expect(await json('/tournaments/spring-clash/participants')).toMatchObject(Array(4).fill({ list: null }));
    expect((await json('/battles/open')).players).toMatchObject(
      Array(2).fill({ list: null, faction: null, subFaction: null }),
    );
  });

  test('the faction that was played is shown, as the organiser has recorded it', async () => {
    expect((await json('/battles/played')).players).toMatchObject(
      Array(2).fill({ list: null, faction: 'Seenfolk', subFaction: null }),
    );
    expect(await told('{ tournaments(faction: "seenfolk") { totalCount } }')).toContain('"totalCount":1');
  });

  test('pages and GraphQL say when lists come', async () => {
    const page = async () => (await app.get('/tournaments/spring-clash/participants')).text();
    expect(await page()).toContain('Army lists are not shown yet.');
    expect(await page()).not.toContain('no list yet');
    expect(await told('{ tournament(slug: "spring-clash") { listsShown listsFrom } }')).toContain(
      '{"listsShown":false,"listsFrom":null}',
    );
    await setListsFrom('2999-11-20T18:00:00Z');
    await soon(async () => {
      expect(await page()).toMatch(/Army lists are shown from <time[^>]*>20 November 2999, 18:00 UTC<\/time>/);
      expect(await told('{ tournament(slug: "spring-clash") { listsShown listsFrom } }')).toContain(
        '{"listsShown":false,"listsFrom":"2999-11-20T18:00:00.000Z"}',
      );
    });
  });

  test('an export has everything, and importing it gives the same export', async () => {
    const lines = await exportAll(db);
    expect(lines.join('\n').match(/Zyxcaptain/g)).toHaveLength(6);
    expect(lines.find((line) => line.includes('"open"'))).toContain(
      '"faction" : "Zyxfolk", "subFaction" : "Zyxcharge"',
    );
    const copy = await openTestDb();
    await importAll(copy, lines);
    expect(await exportAll(copy)).toStrictEqual(lines);
    const report = await importAll(copy, lines, { dryRun: true });
    expect(report.changes.filter(({ change }) => change !== 'unchanged')).toStrictEqual([]);
  });

  test('a result, a removal and a line without listsFrom leave the rest hidden', async () => {
    await db.sql.query(
      `UPDATE "battle_side" SET "outcome" = CASE "position" WHEN 1 THEN 'win' ELSE 'loss' END::"outcome" WHERE "battle_id" = 'open'`,
    );
    await soon(async () =>
      expect((await json('/battles/open')).players).toMatchObject(
        Array(2).fill({ list: null, faction: 'Zyxfolk', subFaction: null }),
      ),
    );
    await db.sql.query(`UPDATE "battle_side" SET "outcome" = NULL WHERE "battle_id" = 'open'`);
    const [record] = world(null).filter(({ type }) => type === 'tournament');
    const { listsFrom: _left, ...without } = record as ReturnType<typeof tournament>;
    await importAll(db, [without]);
    await soon(async () => expect(await shown()).toStrictEqual({}));
    const lines = await exportAll(db);
    expect(lines.join('\n')).toContain('"listsFrom" : "2999-11-20T18:00:00Z"');
    const copy = await openTestDb();
    await importAll(copy, lines);
    await copy.sql.query(`UPDATE "player" SET "removed" = true`);
    const after = (await exportAll(copy)).join('\n');
    expect(after.match(/Zyxcaptain/g)).toHaveLength(1);
    expect(after.match(/Zyxcard/g)).toHaveLength(6);
  });
});

describe('when their moment comes', () => {
  let latencyMs: number;
  beforeAll(async () => {
    const moment = at(3);
    await setListsFrom(moment);
    await soon(async () =>
      expect(await told('{ tournament(slug: "spring-clash") { listsFrom } }')).toContain(moment.slice(0, 19)),
    );
    // Remembered from the first reading on.
    await soon(async () => expect((await json('/battles/open')).players[0].list).not.toBeNull());
    latencyMs = Date.now() - Date.parse(moment);
  });

  test('lists are shown without a word of the operator, not before, and a remembered answer is dropped', async () => {
    expect(latencyMs).toBeGreaterThanOrEqual(0);
    await soon(() => expect(notices).toStrictEqual(['The army lists of spring-clash are shown now']));
  });

  test('they are where they would have been', async () => {
    const settled = await openTestDb();
    await load(settled, world(null));
    await soon(async () => {
      expect(Object.keys(await shown())).toEqual(
        expect.arrayContaining([
          ...['/api/v1/tournaments/spring-clash/participants', '/api/v1/battles/open', '/api/v1/battles/played'],
          ...['/api/v1/changes?limit=50&include=body', '/api/v1/factions', '/tournaments/spring-clash/participants'],
          ...['/tournaments/spring-clash/participants.csv', '/battles/open', 'a GraphQL document', 'filters'],
        ]),
      );
      expect(await told(FILTERS)).not.toMatch(/"totalCount":0|null/);
      expect(await exportAll(db)).toStrictEqual(await exportAll(settled));
    });
    const columns = '"list", "faction", "withheld" IS NULL AS "nothing"';
    const state = async (of: typeof db) => [
      await of.sql.query(`SELECT "entry", ${columns} FROM "participant" ORDER BY 1`),
      await of.sql.query(`SELECT "battle_id", "position", "sub_faction", ${columns} FROM "battle_side" ORDER BY 1, 2`),
    ];
    expect(await state(db)).toStrictEqual(await state(settled));
  });

  test('a player with a list without a faction is not said to have none', async () => {
    const page = await (await app.get('/tournaments/spring-clash/participants')).text();
    expect(page.match(/no list yet/g)).toHaveLength(1);
  });
});

test('a moment that came while no service ran is caught up with', async () => {
  await keeper.close();
  await setListsFrom(at(-5));
  await soon(async () => expect((await json('/battles/open')).players[0].list).toBeNull());
  const restarted = showListsWhenDue(db, app.feed, { info: () => {}, warn: console.error });
  await soon(async () => expect((await json('/battles/open')).players[0].list).not.toBeNull());
  await restarted.close();
});

test('an import may bring a moment that has come, and lists are shown', async () => {
  await importAll(db, [world('never')[3] as never]);
  await importAll(db, [world(at(-60))[3] as never]);
  expect((await exportAll(db)).join('\n')).toContain('"listsFrom" : null');
});
