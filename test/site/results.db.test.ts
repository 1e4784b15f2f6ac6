// How results, and battles without one, are shown on pages.

import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { ratedWorld } from '../support/rated-world.js';
import { recomputeNow } from '../support/ratings.js';
import {
  battle,
  battlePack,
  casual,
  club,
  EMPTY_LIST,
  knockout,
  load,
  player,
  result,
  round,
  standings,
  swiss,
  tournament,
} from '../support/world.js';

const db = await openTestDb();
let app: TestApp;
beforeEach(async () => {
  await emptyDb(db);
  app = await createTestApp(db);
});

const EVENT = '/tournaments/spring-clash';
const html = async (path = EVENT) => (await app.get(path)).text();
const textOf = (of: string) => of.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const sections = (of: string) =>
  [...of.matchAll(/<h([23])[^>]*>(.*?)<\/h\1>/g)].map(([, , heading = '']) => textOf(heading).trim());
const part = (of: string, heading: string) =>
  textOf(new RegExp(`<h2>${heading}</h2>.*?</section>`, 's').exec(of)?.[0] ?? '');
const list = (faction: string) => ({ ...EMPTY_LIST, faction, points: 2000, text: `${faction}!` });

describe('before any result', () => {
  test('nobody has a place on a board or is in the lead', async () => {
    const world = (sides?: ReturnType<typeof result>): BundleRecord[] => [
      tournament({ participants: ['Ann', 'Bo'] }),
      battle('b-1', sides ? { sides } : {}),
    ];
    await load(db, world());
    for (const path of [EVENT, `${EVENT}/swiss`]) {
      expect(await html(path)).not.toMatch(/class="first"|<td class="rank">1|In the lead/);
    }
    await load(db, world(result('win')));
    expect(await html()).toMatch(/In the lead.*class="first"/s);
  });

  test('a battle shows the lists of its participants and no zeros', async () => {
    await load(db, [
      battlePack({ name: 'Tactical', scoresObjectives: true, usesBattleTactics: true, usesGrandStrategies: true }),
      tournament({
        participants: [
          { name: 'Ann', list: list('Gravemarch') },
          { name: 'Bo', list: list('Tidewrought') },
        ],
      }),
      battle('b-1', { battlePack: 'Tactical', sides: [{ entry: 1, list: list('Ashen Choir') }, { entry: 2 }] }),
    ]);
    const page = await html('/battles/b-1');
    expect([page.includes('Ashen Choir!'), page.includes('Tidewrought!')]).toStrictEqual([true, true]);
    expect(page).not.toMatch(/>0<|0 scored|none picked|battle points/);
  });
});

test('pairings of the running round come first, and the latest battles are those with a result', async () => {
  await load(db, [
    tournament({ participants: ['Ann', 'Bo', 'Cy', 'Di'] }),
    battle('b-1', { sides: result('win') }),
    battle('b-2', { round: 2, sides: [{ entry: 3 }, { entry: 4 }] }),
  ]);
  const page = await html();
  expect(sections(page).slice(0, 2)).toStrictEqual(['Being played', 'Swiss Stage, round 2']);
  expect(part(page, 'Being played')).toMatch(/Cy.*Di/);
  expect(part(page, 'Latest battles')).not.toMatch(/Cy|Di/);
});

test('pairings show who has no opponent, and tell players of one name apart', async () => {
  const bye = { stage: 'swiss', kind: 'bye' as const, outcome: 'win' as const };
  await load(db, [
    club(),
    tournament({
      participants: [
        { name: 'Alex', list: list('Gravemarch') },
        { name: 'alex', club: 'northern-legion' },
        { name: 'Cy', list: list('Tidewrought') },
        'Di',
        { name: 'Ed', unplayed: [{ ...bye, round: 2 }] },
        { name: 'Flo', unplayed: [{ ...bye, round: 1 }] },
      ],
    }),
    battle('b-1', { round: 2 }),
    battle('b-2', { round: 2, sides: [{ entry: 3 }, { entry: 4 }] }),
  ]);
  const shown = part(await html(), 'Being played');
  expect(shown).toMatch(/ Alex Gravemarch alex Northern Legion .* Ed bye /);
  expect(shown).not.toMatch(/Tidewrought|Flo/);
});

test('the next battle of a player comes before all others', async () => {
  await load(db, [
    player('p-1'),
    tournament({ participants: [{ playerId: 'p-1' }, 'Bo'] }),
    battle('b-1', { sides: result('win') }),
    battle('b-2', { round: 2 }),
    casual('c-1', { sides: [{ playerId: 'p-1' }, { name: 'Bo' }] }),
  ]);
  const page = await html('/players/p-1');
  expect(sections(page)[0]).toBe('Next battle');
  const ids = (heading: string) =>
    [
      ...(new RegExp(`<h2>${heading}</h2>.*?</section>`, 's').exec(page)?.[0] ?? '').matchAll(/data-key="([^"]+)"/g),
    ].map(([, id]) => id);
  expect([ids('Next battle'), ids('Battles')]).toStrictEqual([['b-2'], ['b-1', 'c-1']]);
});

test('only a tournament that is planned waits for its date', async () => {
  for (const status of ['planned', 'ongoing'] as const) {
    await load(db, [tournament({ status, city: 'Oslo' })]);
    for (const path of ['/', '/tournaments', EVENT]) {
      expect([path, (await html(path)).includes('Date to be announced')]).toStrictEqual([path, status === 'planned']);
    }
  }
  expect(textOf(/<p class="lead">.*?<\/p>/s.exec(await html())?.[0] ?? '').trim()).toBe('Oslo');
});

test('a club that has not said how many members it has is not shown as empty', async () => {
  await load(db, [
    club({ slug: 'quiet' }),
    club({ slug: 'linked', website: 'https://club.example' }),
    club({ slug: 'loud', members: 12 }),
  ]);
  for (const path of ['/clubs', '/clubs/quiet']) expect(await html(path)).not.toMatch(/\b0 members/);
  const leadOf = async (slug: string) => {
    const [, lead] = /<p class="lead">(.*?)<\/p>/s.exec(await html(`/clubs/${slug}`)) ?? [];
    return lead === undefined ? null : textOf(lead).trim();
  };
  expect([await leadOf('quiet'), await leadOf('linked')]).toStrictEqual([null, 'club.example']);
  for (const path of ['/clubs', '/clubs/loud']) expect(await html(path)).toContain('12 members');
});

test('the page of a club has its own players, also where another club is called as its address', async () => {
  await load(db, [
    club({ slug: 'legion', name: 'Northern Legion' }),
    club({ slug: 'legion-oslo', name: 'Legion' }),
    player('p-1'),
    player('p-2'),
    tournament({
      participants: [
        { playerId: 'p-1', club: 'legion' },
        { playerId: 'p-2', club: 'legion-oslo' },
      ],
    }),
  ]);
  const players = async (path: string) =>
    [...(await html(path)).matchAll(/href="\/players\/(p-\d)"/g)].map(([, id]) => id);
  expect(await players('/clubs/legion')).toStrictEqual(['p-1']);
  expect(await players('/players?club=Legion')).toStrictEqual(['p-2']);
});

test('a bracket has the points of each player, whichever side of the battle they were', async () => {
  const match = {
    stage: 'knockout',
    roundNumber: 1,
    round: 'Final',
    table: 1,
    players: [2, 1],
    winner: 1,
    battle: 'b-1',
  };
  await load(db, [
    tournament({ stages: [knockout()], participants: ['Ann', 'Bo'], bracketMatches: [match] }),
    battle('b-1', { stage: 'knockout', sides: result('win', [{ battlePoints: 15 }, { battlePoints: 5 }]) }),
  ]);
  for (const path of [EVENT, `${EVENT}/knockout`]) expect(textOf(await html(path))).toMatch(/Bo 5 Ann won 15/);
});

test('of two players of one name without an id one goes through, with the points of the winner', async () => {
  const match = { stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2], winner: 2 };
  await load(db, [
    tournament({
      stages: [knockout()],
      participants: ['Alex', 'Alex'],
      bracketMatches: [{ ...match, battle: 'b-1' }],
    }),
    battle('b-1', { stage: 'knockout', sides: result('loss', [{ battlePoints: 5 }, { battlePoints: 15 }]) }),
  ]);
  expect(textOf(await html(`${EVENT}/knockout`))).toMatch(/Alex won 15 Alex 5/);
  // The title and the winner.
  expect((await html(`${EVENT}/knockout.svg`)).match(/font-weight="700"/g)).toHaveLength(2);
});

test('an image of a bracket has room for its title, also with one round', async () => {
  const stage = knockout({ id: 'placement-3', name: 'Match for third place', rounds: 1, players: null });
  const match = { stage: stage.id, roundNumber: 1, round: 'Third place', table: 1, players: [1, 2] };
  await load(db, [tournament({ stages: [stage], participants: ['Ann', 'Bo'], bracketMatches: [match] })]);
  const image = await html(`${EVENT}/placement-3.svg`);
  const [, width, title = ''] = /<svg [^>]*\bwidth="(\d+)".*?<title>(.*?)<\/title>/s.exec(image) ?? [];
  expect(title).toBe('Spring Clash: Match for third place');
  expect(Number(width)).toBeGreaterThan(11 * title.length);
});

test('all who share the first place are winners, and their lists are on the page', async () => {
  await load(db, [
    tournament({
      status: 'finished',
      stages: [swiss(), knockout({ name: 'Top 4', rounds: 2 })],
      participants: [
        { name: 'Ann', finalPlacement: 1, list: list('Gravemarch') },
        { name: 'Bo', finalPlacement: 1 },
        { name: 'Cy', finalPlacement: 3, list: list('Tidewrought') },
      ],
    }),
  ]);
  const page = await html();
  expect(textOf(/<dl class="facts">.*?<\/dl>/s.exec(page)?.[0] ?? '')).toMatch(
    /Winners Ann Gr Gravemarch Bo The winning list .* Rounds 3 Swiss Stage 2 Top 4 Army size/,
  );
  expect(page).toMatch(/href="#winning-lists".*id="winning-lists".*Gravemarch!/s);
  expect(page).not.toContain('Tidewrought!');
  expect(textOf(await html('/tournaments'))).toMatch(/Won by Ann .* Bo/);
});

test('a score is of one kind for both sides, or says who won', async () => {
  const scored = (battlePoints: number | null, victoryPoints: number | null = null) => ({
    battlePoints,
    victoryPoints,
  });
  const SCORES = {
    '14–6': result('win', [scored(14, 40), scored(6, 31)]),
    '60–55': result('win', [scored(4, 60), scored(null, 55)]),
    'lost–won': result('loss', [scored(4), scored(null, 55)]),
    'won–lost': result('win'),
    drawn: result('draw'),
    '33.3333–33.3334': result('loss', [scored(33.3333), scored(33.3334)]),
  };
  await load(db, [
    tournament({ participants: ['Ann', 'Bo'] }),
    ...Object.values(SCORES).map((sides, at) => battle(`b-${at}`, { round: 1 + (at % 3), sides })),
    battle('b-9', { round: 3 }),
  ]);
  const page = await html(`${EVENT}/battles`);
  expect(sections(page)).toStrictEqual(['Battles', ...[3, 2, 1].map((round) => `Swiss Stage, round ${round}`)]);
  for (const [at, score] of Object.keys(SCORES).entries()) {
    const [, shown = ''] = new RegExp(`href="/battles/b-${at}">(.*?)</a>`, 's').exec(page) ?? [];
    expect(textOf(shown).replaceAll(' ', '')).toBe(`BattleofAnnagainstBo:${score}`);
  }
  expect(page).toMatch(/href="\/battles\/b-9">.*?to play/);
});

test('battles without a round stand under their stage alone', async () => {
  await load(db, [
    tournament({ participants: ['Ann', 'Bo'] }),
    battle('b-1', { round: null, sides: result('win') }),
    battle('b-2', { sides: result('win') }),
  ]);
  const page = await html(`${EVENT}/battles`);
  expect(sections(page)).toStrictEqual(['Battles', 'Swiss Stage, round 1', 'Swiss Stage']);
  expect(page).not.toMatch(/round null|round 0/i);
});

test('a battle that is being played shows a 0 beside points of the other side, and none beside none', async () => {
  const side = (name: string, battlePoints: number, victoryPoints: number) => ({
    ...{ entry: null, name, battlePoints, victoryPoints, drops: 0 },
  });
  await load(db, [casual('!!', { sides: [side('Ann', 3, 12), side('Bo', 0, 0)] })]);
  const page = textOf(await html('/battles/!!'));
  expect(page).toContain('Bo no faction 0 to play battle points Victory points 0');
  expect(page).not.toContain('Drops');
});

test('a casual battle shows its victory points', async () => {
  const scored = (name: string, victoryPoints: number) => ({ entry: null, name, victoryPoints });
  await load(db, [casual('c-1', { sides: result('win', [scored('Ann', 21), scored('Bo', 13)]) })]);
  expect(textOf(await html('/battles/c-1'))).toMatch(
    /Ann no faction 21 Won victory points Bo no faction 13 Lost victory points/,
  );
});

test('the course of a battle has the rounds that were recorded, whatever their numbers', async () => {
  const rounds = [round(1, { victoryPoints: 10 }), round(9999, { victoryPoints: 5 })];
  const sides = result('win', [
    { entry: null, name: 'Ann', rounds },
    { entry: null, name: 'Bo' },
  ]);
  await load(db, [casual('c-1', { sides })]);
  expect(part(await html('/battles/c-1'), 'The course of the battle')).toMatch(/ 1 10 \+10 0 \+0 9999 15 \+5 0 \+0 /);
});

test('the course of a battle shows points that were taken away', async () => {
  const rounds = [round(1, { victoryPoints: -3 }), round(2, { victoryPoints: 1200 })];
  const sides = result('win', [
    { entry: null, name: 'Ann', rounds },
    { entry: null, name: 'Bo' },
  ]);
  await load(db, [casual('c-1', { sides })]);
  const page = await html('/battles/c-1');
  expect(part(page, 'The course of the battle')).toMatch(/ 1 -3 −3 0 \+0 2 1,197 \+1,200 0 \+0 /);
  const heights = [...page.matchAll(/<circle class="dot side-0"[^>]* cy="([\d.]+)"/g)].map(([, y]) => Number(y));
  const bottom = Math.max(...[...page.matchAll(/<path class="grid" d="M\d+ ([\d.]+)H/g)].map(([, y]) => Number(y)));
  expect(heights).toHaveLength(3);
  expect(Math.max(...heights)).toBeLessThan(bottom);
});

test('a count of battles includes what its link lists', async () => {
  const side = { entry: null, playerId: 'p-1', faction: 'Gravemarch' };
  await load(db, [
    player('p-1'),
    casual('c-1', { sides: result('win', [side, { entry: null, name: 'Bo' }]) }),
    casual('c-2', { sides: [side, { name: 'Bo' }] }),
  ]);
  const [, link = '', count] = /href="([^"]+faction=[^"]+)">(\d+)/.exec(await html('/players/p-1')) ?? [];
  expect([count, (await html(link)).match(/class="battle"/g)?.length]).toStrictEqual(['2', 2]);
  const many = Array.from({ length: 101 }, (_, at) => casual(`m-${at}`, { sides: [side, { name: 'Bo' }] }));
  await load(db, many);
  expect(await html('/players/p-1')).toMatch(/<a href="[^"]+faction=[^"]+">100<span class="unseen"> of all battles/);
});

test('a faction is one on a page as it is in filters, with any apostrophe and dash', async () => {
  const side = (faction: string) => ({ entry: null, playerId: 'p-1', faction });
  const won = (faction: string) => result('win', [side(faction), { entry: null, name: 'Bo' }]);
  await load(db, [
    player('p-1'),
    casual('c-1', { sides: won("Ash-King's Host") }),
    casual('c-2', { sides: won('Ash–King’s Høst') }),
  ]);
  const [, link = '', count] = /href="([^"]+faction=[^"]+)">(\d+)/.exec(await html('/players/p-1')) ?? [];
  expect([count, (await html(link)).match(/class="battle"/g)?.length]).toStrictEqual(['2', 2]);
});

test('a player has a way to all opponents, by links that say what they lead to', async () => {
  const ids = Array.from({ length: 101 }, (_, at) => `o-${String(at).padStart(3, '0')}`);
  await load(db, [
    player('p-1'),
    ...ids.map((id) => player(id)),
    ...ids.map((id) => casual(`c-${id}`, { sides: [{ playerId: 'p-1' }, { playerId: id }] })),
  ]);
  const page = await html('/players/p-1');
  expect(page).toMatch(/opponent=o-000">1 battle<span class="unseen"> against Player o-000</);
  let [, path] = /href="([^"]+)">All opponents/.exec(page) ?? [];
  const seen: string[] = [];
  while (path !== undefined) {
    const listed = await html(path);
    seen.push(...[...listed.matchAll(/opponent=([^"]+)"/g)].map(([, id = '']) => id));
    path = /href="([^"]+)"[^>]*>Next page/.exec(listed)?.[1];
  }
  expect(seen).toStrictEqual(ids);
});

test('tournaments that are on now come first, then what is next, then what is over, each once, unless another order is asked for', async () => {
  const event = (slug: string, status: 'planned' | 'ongoing' | 'finished', startDate: string) =>
    tournament({ slug, status, startDate });
  await load(db, [
    event('past', 'finished', '2026-01-01'),
    event('now', 'ongoing', '2026-02-01'),
    event('later', 'planned', '2027-02-01'),
    event('soon', 'planned', '2026-12-01'),
  ]);
  const order = async (query = '') =>
    [...(await html(`/tournaments${query}`)).matchAll(/data-key="(\w+)"/g)].map(([, slug]) => slug);
  expect(await order()).toStrictEqual(['now', 'soon', 'later', 'past']);
  expect(await order('?orderBy=earliest')).toStrictEqual(['past', 'now', 'soon', 'later']);
  expect(await order('?status=planned')).toStrictEqual(['later', 'soon']);
});

test('tournaments that are on now are on the first page, however many, and on no other', async () => {
  const event = (slug: string, status: 'ongoing' | 'finished', startDate: string) =>
    tournament({ slug, status, startDate });
  const number = (at: number) => String(at).padStart(2, '0');
  const past = Array.from({ length: 30 }, (_, at) => `past-${number(at)}`);
  const now = Array.from({ length: 14 }, (_, at) => `now-${number(at)}`);
  await load(db, [
    ...past.map((slug) => event(slug, 'finished', '2026-05-01')),
    ...now.map((slug) => event(slug, 'ongoing', '2026-01-01')),
  ]);
  const first = await html('/tournaments');
  const [, next = ''] = /href="([^"]+)"[^>]*>Next page/.exec(first) ?? [];
  const slugsOf = (of: string) => [...of.matchAll(/data-key="([^"]+)"/g)].map(([, slug = '']) => slug);
  const listed = [slugsOf(first), slugsOf(await html(next))];
  expect(listed[0]?.slice(0, now.length).toSorted()).toStrictEqual(now);
  expect(listed.flat().toSorted()).toStrictEqual([...now, ...past].toSorted());
});

test('what has a date comes up before what has none, however much that is', async () => {
  const planned = (slug: string, startDate: string | null) => tournament({ slug, status: 'planned', startDate });
  await load(db, [
    ...Array.from({ length: 101 }, (_, at) => planned(`none-${at}`, null)),
    planned('later', '2030-05-01'),
    planned('sooner', '2030-04-01'),
  ]);
  const [, coming = ''] = /<h2>Coming up<\/h2>(.*?)<\/section>/s.exec(await html('/')) ?? [];
  const slugs = [...coming.matchAll(/data-key="([^"]+)"/g)].map(([, slug]) => slug);
  expect([slugs.length, ...slugs.slice(0, 2)]).toStrictEqual([6, 'sooner', 'later']);
  expect((await html('/tournaments.ics')).match(/^UID:\w+/gm)).toStrictEqual(['UID:sooner', 'UID:later']);
});

describe('a filter by country', () => {
  const event = (slug: string, country: string, faction: string): BundleRecord[] => [
    club({ slug: `club-${slug}`, name: `Club ${slug}`, city: `City ${slug}`, country }),
    tournament({ slug, name: slug, country, club: `club-${slug}`, participants: ['Ann', 'Bo'] }),
    battle(`b-${slug}`, {
      tournament: slug,
      sides: result('win', [{ faction }, { faction: 'Tidewrought' }]),
    }),
  ];

  test.each([
    ['UK', 'harbour'],
    ['great britain', 'harbour'],
    ['Czech Republic', 'brno'],
    ['CZ', 'brno'],
  ])('takes %s for what it is', async (country, slug) => {
    await load(db, [...event('harbour', 'United Kingdom', 'Gravemarch'), ...event('brno', 'Czechia', 'Stormhide')]);
    const search = new URLSearchParams({ country });
    const [tournaments, clubs, factions] = await Promise.all(
      ['/tournaments', '/clubs', '/factions'].map((path) => html(`${path}?${search}`)),
    );
    const leadTo = (page: string | undefined, kind: string, of: string) => page?.includes(`href="/${kind}/${of}"`);
    const inCity = await html(`/clubs?city=CITY+${slug}`);
    for (const of of ['harbour', 'brno']) {
      expect(leadTo(tournaments, 'tournaments', of)).toBe(of === slug);
      for (const page of [clubs, inCity]) expect(leadTo(page, 'clubs', `club-${of}`)).toBe(of === slug);
    }
    const own = { harbour: 'gravemarch', brno: 'stormhide' }[slug] ?? '';
    for (const page of [factions, await html(`/factions?club=CLUB+${slug}`)]) {
      expect(textOf(page ?? '')).toContain('1 battle of 1 tournament.');
      expect(leadTo(page, 'factions', own)).toBe(true);
    }
    expect(await html(`/factions/${own}/tidewrought?${search}`)).toContain(`href="/battles/b-${slug}"`);
    const there = await html(`/factions/${own}/tidewrought?country=Norway`);
    expect(there).not.toContain('href="/battles/');
  });

  test('offers every country there is, however rare', async () => {
    const number = (at: number) => String(at).padStart(3, '0');
    const cities = Array.from({ length: 120 }, (_, at) =>
      ['a', 'b'].map((which) => club({ slug: `${which}-${at}`, city: `City ${number(at)}`, country: 'Norway' })),
    );
    await load(db, [
      ...cities.flat(),
      ...event('far', 'Iceland', 'Gravemarch'),
      club({ slug: 'c', country: 'Poland' }),
    ]);
    for (const path of ['/tournaments', '/clubs', '/factions']) {
      const [, offered = ''] =
        /<datalist id="filter-country-suggested">(.*?)<\/datalist>/s.exec(await html(path)) ?? [];
      const values = [...offered.matchAll(/value="([^"]+)"/g)].map(([, value]) => value);
      expect([path, ...values]).toStrictEqual([path, 'Iceland', 'Norway', 'Poland']);
    }
  });
});

test('what somebody played is the faction of the list or, without one, the one last played, on each page alike', async () => {
  await load(db, [
    player('p-1'),
    player('p-2'),
    tournament({ participants: [{ playerId: 'p-1' }, { playerId: 'p-2', list: list('Gravemarch') }] }),
    battle('b-1', { sides: result('win', [{ faction: 'Ashen Choir' }, { faction: 'Ashen Choir' }]) }),
    battle('b-2', { round: 2, sides: result('win', [{ faction: 'Tidewrought' }, {}]) }),
  ]);
  const factions = async (path: string) =>
    /Tidewrought|Gravemarch|Ashen Choir/.exec(part(await html(path), 'Tournaments'))?.[0];
  expect([await factions('/players/p-1'), await factions('/players/p-2')]).toStrictEqual(['Tidewrought', 'Gravemarch']);
  const players = textOf(await html(`${EVENT}/participants`));
  expect(players).toMatch(/Player p-1 .{0,6}Tidewrought .*Player p-2 .{0,6}Gravemarch/);
  expect(await html(`${EVENT}/participants.csv`)).toMatch(/p-1,.*Tidewrought.*\r?\n.*p-2,.*Gravemarch/);
});

test('no list of facts has a name without a value, also where no stage has rounds', async () => {
  await load(db, [tournament({ status: 'finished', stages: [standings()], participants: ['Ann'] })]);
  expect(await html()).not.toMatch(/<\/dt>(?!<dd)/);
});

test('ratings say how they moved, for whom and with what players played, and list the provisional ones on request', async () => {
  await load(db, ratedWorld);
  await db.sql.query(`UPDATE "participant" SET "club_slug" = 'c-2' WHERE "tournament_slug" = 't-3'`);
  await recomputeNow(db);
  const names = async (path: string) =>
    [...(await html(path)).matchAll(/<th scope="row">(.*?)<\/tr>/gs)].map(([, row = '']) => textOf(row).trim());
  expect(await names('/ratings')).toStrictEqual([]);
  const heads = async (path: string) =>
    [...(await html(path)).matchAll(/<th scope="col".*?<\/th>/g)].map(([head]) => textOf(head).trim());
  const shown = ['Player', 'Rating', 'Change', 'Range', 'Battles', 'Club'];
  expect(await heads('/ratings?provisional=yes')).toStrictEqual(shown);
  const provisional = await names('/ratings?provisional=yes');
  expect(provisional).toHaveLength(6);
  expect(provisional[0]).toMatch(
    /^Player p-\d .*(Tidewrought|Stormhide|no faction) \d{4} [+−]\d+ \d+–\d+ \d+ Northern Legion$/,
  );
  expect((await app.get('/ratings?provisional=x')).status).toBe(400);
  await db.sql.query(`UPDATE "participant" SET "club_slug" = NULL`);
  expect(await heads('/ratings?provisional=yes')).toStrictEqual(shown.slice(0, -1));
});

test('players of a tournament have a column of clubs only if one of them is of a club', async () => {
  for (const of of ['northern-legion', null]) {
    await load(db, [club(), tournament({ participants: [{ name: 'Ann', club: of }, { name: 'Bo' }] })]);
    expect([of, /<th scope="col">Club</.test(await html(`${EVENT}/participants`))]).toStrictEqual([of, of !== null]);
  }
});

test('an empty listing offers all there are only where something was chosen', async () => {
  await load(db, [club()]);
  expect(textOf(await html('/clubs?text=none'))).toContain('No club found. Show them all');
  await emptyDb(db);
  const nothing = textOf(await html('/clubs'));
  expect(nothing).toContain('No club found.');
  expect(nothing).not.toContain('Show them all');
});

test('a tournament that has ended without players promises none', async () => {
  await load(db, [tournament({ status: 'finished' })]);
  const nobody = textOf(await html());
  expect(nobody).toContain('No player is on this board.');
  expect(textOf(await html(`${EVENT}/participants`))).toContain('No player has signed up.');
});

test('a team event is won by a team, and shows the best player; factions are those played where there is no list', async () => {
  const scored = (entry: number, battlePoints: number) => ({ entry, battlePoints });
  await load(db, [
    tournament({
      status: 'finished',
      teams: [{ name: 'Reds' }, { name: 'Blues' }],
      participants: ['Ann', 'Bo', 'Cy', 'Di'].map((name, at) => ({ name, team: at < 2 ? 'Reds' : 'Blues' })),
    }),
    battle('b-1', { sides: result('loss', [{ ...scored(1, 9), faction: 'Gravemarch' }, scored(3, 11)]) }),
    battle('b-2', { sides: result('win', [scored(2, 20), scored(4, 0)]) }),
  ]);
  const page = textOf(await html());
  expect(page).toMatch(/ Winner Reds Best player Bo .* Teams 2 /);
  expect(page).not.toMatch(/Won by/);
  const card = textOf(await html('/tournaments'));
  expect(card).toMatch(/4 players in 2 teams Best player Bo/);
  expect(textOf(await html(`${EVENT}/participants`))).toMatch(/Ann .{0,6}Gravemarch Reds/);
});
