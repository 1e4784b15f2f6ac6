import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/config.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { runs } from '../support/runs.js';
import {
  battle,
  battlePack,
  casual,
  club,
  knockout,
  load,
  player,
  standings,
  swiss,
  tournament,
} from '../support/world.js';

const FACTIONS = ['Tidewrought', 'Ökofront', 'Ratchet Clans'];
/** A faction with two names. */
const GREENS = { slug: 'greens', name: 'Ökofront', aliases: ['Ratchet Clans'] };
const PLACES = [
  { country: 'Norway', city: 'Tromsø' },
  { country: 'Norway', city: 'Oslo' },
  { country: 'Côte d’Ivoire', city: null },
  { country: null, city: null },
];
const NAMES = ['Spring Clash', 'Winter Spring', 'Ádám Cup', 'Cup of Spring'];
const PACKS = ['Pitched', 'Brawl'];
/** A player signed up with it. */
const NEVER_PLAYED = 'Hermits';

const list = (faction: string) => ({ faction, subFaction: '', points: 2000, battleTacticCards: [], text: '' });
const pick = <Value>(values: Value[], at: number): Value => values[at % values.length] as Value;

/** Everything in a record follows from its number, so that the test can compute the answers itself. */
const clubs = [0, 1, 2, 3, 4].map((at) => ({
  slug: `c-${at}`,
  name: `${pick(['Legion', 'Guild of Legion', 'Iron Hand'], at)} ${at}`,
  members: (at * 7) % 3,
  ...pick(PLACES, at),
}));
/** The second has final standings that are hidden, because it has not finished; the twelfth has, and recorded none. */
const stagesOf = (at: number) =>
  at === 1 ? [knockout(), standings()] : at === 11 ? [knockout()] : at % 3 === 0 ? [swiss(), knockout()] : [swiss()];
const tournaments = Array.from({ length: 14 }, (_, at) => ({
  club: at % 4 === 0 ? `c-${at % 5}` : null,
  slug: `t-${String(at).padStart(2, '0')}`,
  name: pick(NAMES, at),
  published: at % 7 !== 6,
  status: pick(['planned', 'ongoing', 'finished'] as const, at),
  startDate: at === 5 ? null : `2026-0${1 + (at % 6)}-0${1 + (at % 9)}`,
  battleSize: pick([1000, 2000], at),
  battlePack: at % 3 === 2 ? null : pick(PACKS, at),
  ...pick(PLACES, at + (at >> 2)),
  stages: stagesOf(at),
  participants: Array.from({ length: 2 + (at % 3) }, (_, nth) => ({
    playerId: `p-${(at + nth) % 8}`,
    club: nth === 0 ? `c-${at % 5}` : null,
    ...(nth === 1 && { list: list(at === 3 ? NEVER_PLAYED : pick(FACTIONS, at)) }),
  })),
}));
const players = Array.from({ length: 9 }, (_, at) => ({
  id: `p-${at}`,
  name: pick(['Dan Cohen', 'Dana Ö', 'Ann'], at),
}));
const battles = Array.from({ length: 40 }, (_, at) => {
  const of = at % 4 === 3 ? null : (tournaments[at % 14] as (typeof tournaments)[number]);
  const outcome = pick(['win', 'draw', null] as const, at);
  const roles = at % 2 === 0 ? (['attacker', 'defender'] as const) : ([null, null] as const);
  const people = of
    ? [0, 1].map((nth) => (of.participants[nth] as { playerId: string }).playerId)
    : [`p-${at % 8}`, `p-${(at + 3) % 8}`];
  return {
    id: `b-${String(at).padStart(2, '0')}`,
    of,
    date: at === 9 ? null : `2026-0${1 + (at % 9)}-15`,
    stage: of ? ((at % 5 === 0 && of.stages[1]?.id === 'knockout' ? 'knockout' : of.stages[0]?.id) ?? null) : null,
    round: of ? 1 + (at % 3) : null,
    archived: at % 11 === 10,
    club: of ? null : `c-${at % 5}`,
    sides: people.map((playerId, nth) => ({
      playerId,
      faction: at % 6 === 5 ? null : pick(FACTIONS, at + nth * (at % 3)),
      role: roles[nth] ?? null,
      outcome: outcome === 'win' && nth === 1 ? ('loss' as const) : outcome,
    })),
  };
});

const db = await openTestDb();
await load(db, [
  ...PACKS.map((name) => battlePack({ name })),
  { type: 'faction', ...GREENS },
  ...clubs.map((each) => club(each)),
  ...players.map(({ id, name }) => player(id, { name })),
  ...tournaments.map((each) => tournament(each)),
  ...battles.map(({ id, of, date, stage, round, archived, club: loggedFor, sides }) => {
    const common = { date, archived, battlePack: null };
    return of
      ? battle(id, {
          ...common,
          tournament: of.slug,
          stage: stage ?? 'swiss',
          round,
          sides: sides.map(({ playerId: _, ...side }, nth) => ({ ...side, entry: nth + 1 })) as never,
        })
      : casual(id, { ...common, club: loggedFor, sides: sides as never });
  }),
]);
// All filters together cost more than a caller may ask for.
const app = await createTestApp(db, { config: { limits: { ...LIMITS, cost: 10_000 } } });

// The expected answers, computed from the numbers above alone.
const fold = (text: string | null) =>
  (text ?? '').normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ø', 'o').replaceAll('’', "'").toLowerCase();
const wordsOf = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u);
const matches = (name: string, text: string) =>
  wordsOf(text).every((word) => wordsOf(name).some((each) => each.startsWith(word)));
const same = (a: string | null, b: string | null) => a !== null && b !== null && fold(a) === fold(b);
const isListed = ({ of, archived }: (typeof battles)[number]) => !archived && (of === null || of.published);
const factionsOf = (of: (typeof tournaments)[number]) => [
  ...of.participants.map((each) => ('list' in each ? (each.list?.faction ?? null) : null)),
  ...battles
    .filter((each) => each.of === of && isListed(each))
    .flatMap(({ sides }) => sides.map(({ faction }) => faction)),
];
const stageTypesOf = ({ stages, status }: (typeof tournaments)[number]) => [
  ...stages.filter(({ id }) => id !== 'standings').map(({ type }) => type),
  ...(status === 'finished' ? ['board'] : []),
];
/** The name in the data of a country that has another one too, or a code. */
const nameOf = (country: string) =>
  ({ no: 'Norway', CI: 'Côte d’Ivoire', 'Ivory Coast': 'Côte d’Ivoire' })[country] ?? country;
const slugCalled = (club: string) => clubs.find(({ slug, name }) => slug === club || same(name, club))?.slug;
const slugOf = (name: string | null) =>
  [GREENS.name, ...GREENS.aliases].includes(name ?? '') ? GREENS.slug : name?.toLowerCase();
const byKey = (keyOf: (of: never) => string) => (a: unknown, b: unknown) =>
  keyOf(a as never) < keyOf(b as never) ? -1 : 1;

type Args = Record<string, unknown>;

async function keys(field: string, args: Args, key: string): Promise<string[]> {
  const all: string[] = [];
  let after: string | null = null;
  do {
    const asked = written({ ...args, first: 3, ...(after && { after }) });
    const { body } = await app.graphql(`{ ${field}${asked} { totalCount nextCursor nodes { key: ${key} } } }`);
    const page: { totalCount: number; nextCursor: string | null; nodes: { key: string }[] } = body.data?.[field];
    expect(body.errors, JSON.stringify(args)).toBeUndefined();
    all.push(...page.nodes.map((node) => node.key));
    after = page.nextCursor;
    if (after === null) expect(page.totalCount).toBe(all.length);
  } while (after !== null);
  return all;
}
/** Arguments as in a document. */
function written(args: Args): string {
  const all = Object.entries(args).map(
    ([name, value]) => `${name}: ${ENUMS.has(name) ? value : JSON.stringify(value)}`,
  );
  return all.length === 0 ? '' : `(${all.join(', ')})`;
}
const ENUMS = new Set(['status', 'stageType', 'orderBy', 'role', 'outcome']);

const maybe = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const given = (args: Args) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));

/** Each value of each filter alone, then several filters together at random. */
function anyOf<const Filters extends Record<string, readonly unknown[]>>(filters: Filters) {
  type Asked = { [Name in keyof Filters]: Filters[Name][number] | undefined };
  const random = Object.entries(filters).map(([name, values]) => [name, maybe(...values)]);
  const alone = Object.entries(filters).flatMap(([name, values]) => values.map((value) => [{ [name]: value }]));
  return {
    asked: fc.record(Object.fromEntries(random)) as fc.Arbitrary<Asked>,
    runs: { numRuns: alone.length + runs(30), endOnFailure: true, examples: alone as [Asked][] },
  };
}

test('tournaments: any filters together, in any order', async () => {
  const filters = anyOf({
    text: ['spring', 'Sp cl', 'adam', 'cup of', 'nothing'],
    club: ['c-0', 'C-0', 'LEGION 0', 'nowhere'],
    country: ['norway', 'no', 'COTE D’IVOIRE', 'Ivory Coast', 'Atlantis'],
    city: ['Tromso', 'OSLO'],
    battlePack: ['pitched', 'none'],
    faction: ['okofront', 'Tidewrought', 'ratchet clans', 'x\0y'],
    factionSlug: ['tidewrought', 'greens', 'okofront', 'x\0y'],
    stageType: ['board', 'bracket'],
    status: ['finished'],
    battleSize: [1000, 2000, 5],
    minPlayers: [1, 3],
    maxPlayers: [2, 3],
    from: ['2026-02-01'],
    to: ['2026-05-01'],
    orderBy: ['newest', 'earliest', 'alphabetical', 'largest'],
  });
  await fc.assert(
    fc.asyncProperty(filters.asked, async (args) => {
      const expected = tournaments.filter(
        (each) =>
          each.published &&
          (args.text === undefined || matches(each.name, args.text)) &&
          (args.club === undefined || each.club === slugCalled(args.club)) &&
          (args.country === undefined || same(each.country, nameOf(args.country))) &&
          (args.city === undefined || same(each.city, args.city)) &&
          (args.battlePack === undefined || same(each.battlePack, args.battlePack)) &&
          (args.faction === undefined || factionsOf(each).some((faction) => same(faction, args.faction ?? null))) &&
          (args.factionSlug === undefined || factionsOf(each).some((name) => slugOf(name) === args.factionSlug)) &&
          (args.stageType === undefined || stageTypesOf(each).includes(args.stageType)) &&
          (args.status === undefined || each.status === args.status) &&
          (args.battleSize === undefined || each.battleSize === args.battleSize) &&
          each.participants.length >= (args.minPlayers ?? 0) &&
          each.participants.length <= (args.maxPlayers ?? 9) &&
          (args.from === undefined || (each.startDate ?? '') >= args.from) &&
          (args.to === undefined || (each.startDate !== null && each.startDate <= args.to)),
      );
      const alphabetical = (each: (typeof tournaments)[number]) => `${fold(each.name)}\x01${each.slug}`;
      const newest = (each: (typeof tournaments)[number]) => `${each.startDate ?? '0000'} ${each.slug}`;
      const orders: Record<string, (a: unknown, b: unknown) => number> = {
        alphabetical: byKey(alphabetical),
        largest: byKey((each: (typeof tournaments)[number]) => `${9 - each.participants.length} ${alphabetical(each)}`),
        earliest: byKey(newest),
      };
      const order = orders[args.orderBy ?? ''] ?? ((a, b) => -byKey(newest)(a, b));
      expect(await keys('tournaments', given(args), 'slug')).toStrictEqual(
        expected.toSorted(order).map(({ slug }) => slug),
      );
    }),
    filters.runs,
  );
}, 60_000);

test('clubs: any filters together, in any order', async () => {
  const filters = anyOf({
    text: ['legion', 'g o l', '4', 'x'],
    country: ['norway', 'CI', 'cote d’ivoire'],
    city: ['tromsø', 'Oslo'],
    orderBy: ['alphabetical', 'largest'],
  });
  await fc.assert(
    fc.asyncProperty(filters.asked, async (args) => {
      const expected = clubs.filter(
        (each) =>
          (args.text === undefined || matches(each.name, args.text)) &&
          (args.country === undefined || same(each.country, nameOf(args.country))) &&
          (args.city === undefined || same(each.city, args.city)),
      );
      const key = ({ name, members }: (typeof clubs)[number]) =>
        `${args.orderBy === 'largest' ? 9 - members : ''} ${fold(name)}`;
      expect(await keys('clubs', given(args), 'slug')).toStrictEqual(
        expected.toSorted(byKey(key)).map(({ slug }) => slug),
      );
    }),
    filters.runs,
  );
}, 60_000);

test('players: any filters together, in any order', async () => {
  const sidesOf = (id: string) =>
    battles.filter(isListed).flatMap(({ sides }) => sides.filter(({ playerId }) => playerId === id));
  const filters = anyOf({
    text: ['dan', 'd cohen', 'o', 'ann'],
    club: ['c-0', 'c-1', 'guild of legion 1', 'C-0', 'nowhere'],
    faction: ['okofront', 'TIDEWROUGHT', 'hermits', 'Nobody'],
    minBattles: [1, 8, 10, 100],
    orderBy: ['alphabetical', 'busiest'],
  });
  await fc.assert(
    fc.asyncProperty(filters.asked, async (args) => {
      const signUps = (id: string) =>
        tournaments
          .filter(({ published }) => published)
          .flatMap((each) => each.participants.filter((p) => p.playerId === id));
      const expected = players.filter(
        ({ id, name }) =>
          (args.text === undefined || matches(name, args.text)) &&
          (args.club === undefined || signUps(id).some((each) => each.club === slugCalled(args.club ?? ''))) &&
          (args.faction === undefined ||
            [
              ...sidesOf(id).map(({ faction }) => faction),
              ...signUps(id).map((each) => ('list' in each ? (each.list?.faction ?? null) : null)),
            ].some((faction) => same(faction, args.faction ?? null))) &&
          sidesOf(id).length >= (args.minBattles ?? 0),
      );
      const key = ({ id, name }: (typeof players)[number]) =>
        `${args.orderBy === 'busiest' ? String(1000 - sidesOf(id).length).padStart(4, '0') : ''} ${fold(name)}\x01${id}`;
      expect(await keys('players', given(args), 'publicId')).toStrictEqual(
        expected.toSorted(byKey(key)).map(({ id }) => id),
      );
    }),
    filters.runs,
  );
}, 60_000);

test('an unknown club has no tournaments, as it has no players; its routes are not found', async () => {
  const { body } = await app.graphql(
    '{ tournaments(club: "x\\u0000") { totalCount nodes { id } } players(club: "x\\u0000") { totalCount nodes { id } } }',
  );
  const none = { totalCount: 0, nodes: [] };
  expect(body).toMatchObject({ data: { tournaments: none, players: none } });
  expect((await app.get('/api/v1/clubs/x/tournaments')).status).toBe(404);
  expect((await app.get('/api/v1/clubs/x/tournaments?cursor=made-up')).status).toBe(400);
});

test('countries and cities, by words of their names, and countries by other names too', async () => {
  const found = async (args: string) =>
    (await app.graphql(`{ locations${args} { city country tournaments clubs } }`)).body.data.locations;
  const count = (of: { published?: boolean; country: string | null; city: string | null }[], city: string | null) =>
    of.filter((each) => each.published !== false && each.country === 'Norway' && (city ?? each.city) === each.city)
      .length;
  const norway = (city: string | null) => ({
    city,
    country: 'Norway',
    tournaments: count(tournaments, city),
    clubs: count(clubs, city),
  });
  expect(await found('(text: "no")')).toStrictEqual([norway(null)]);
  expect(await found('(text: "trom")')).toStrictEqual([norway('Tromsø')]);
  expect(await found('(text: "ivory coast")')).toMatchObject([{ city: null, country: 'Côte d’Ivoire' }]);
  expect(await found('')).toHaveLength(4);
  expect((await app.graphql('{ countries }')).body.data.countries).toStrictEqual(['Côte d’Ivoire', 'Norway']);
  const { body } = await app.graphql('{ factions(text: "oko") { totalCount nodes { slug } } }');
  expect(body.data.factions).toStrictEqual({ totalCount: 1, nodes: [{ slug: 'greens' }] });
});

test('dates cost what a filter costs, except in the order of the dates', async () => {
  const costOf = async (args: string) =>
    (await app.graphql(`{ tournaments(first: 3, ${args}) { totalCount nodes { slug } } }`)).body.extensions.cost
      .requested;
  const plain = await costOf('orderBy: largest');
  expect(await costOf('orderBy: largest, from: "2026-02-01"')).toBe(plain + 40 + 500);
  expect(await costOf('orderBy: earliest, from: "2026-02-01"')).toBe(plain);
  expect(await costOf('from: "2026-02-01"')).toBe(plain);
});

test('battles of one thing or of several, with any filters together', async () => {
  const asked = fc.record({
    player: maybe('p-0', 'p-3'),
    tournament: maybe('t-00', 't-03', 't-06'),
    club: maybe('c-0', 'c-2'),
    stage: maybe('swiss', 'knockout', 'x'),
    round: maybe(1, 2, 90),
    faction: maybe('okofront', 'Tidewrought', 'Nobody'),
    opponent: maybe('p-3', 'p-1', 'p-0', 'nobody'),
    role: maybe('attacker', 'defender'),
    outcome: maybe('win', 'loss', 'draw'),
    finished: maybe(true, false),
    from: maybe('2026-02-01'),
  });
  const clubsOf = ({ of, club: loggedFor, sides }: (typeof battles)[number]) => [
    loggedFor,
    of?.club ?? null,
    ...sides.map(({ playerId }) => of?.participants.find((each) => each.playerId === playerId)?.club ?? null),
  ];
  await fc.assert(
    fc.asyncProperty(
      asked.filter((args) => {
        const isOfSomething = (args.player ?? args.tournament ?? args.club) !== undefined && args.tournament !== 't-06';
        const opponent = args.opponent === undefined || args.player !== undefined;
        const place = (args.stage ?? args.round) === undefined || (args.player ?? args.tournament) !== undefined;
        const side =
          (args.role ?? args.outcome ?? args.finished) === undefined ||
          (args.player ?? args.tournament ?? args.faction) !== undefined;
        return isOfSomething && opponent && place && side;
      }),
      async (args) => {
        const expected = battles.filter(
          (each) =>
            ((args.player ?? args.club) === undefined || isListed(each)) &&
            (args.tournament === undefined || each.of?.slug === args.tournament) &&
            (args.club === undefined || clubsOf(each).includes(args.club)) &&
            (args.stage === undefined || each.stage === args.stage) &&
            (args.round === undefined || each.round === args.round) &&
            (args.from === undefined || (each.date ?? '') >= args.from) &&
            each.sides.some(
              (side, nth) =>
                (args.player === undefined || side.playerId === args.player) &&
                (args.faction === undefined || same(side.faction, args.faction)) &&
                (args.role === undefined || side.role === args.role) &&
                (args.outcome === undefined || side.outcome === args.outcome) &&
                (args.finished === undefined || (side.outcome !== null) === args.finished) &&
                (args.opponent === undefined || each.sides[1 - nth]?.playerId === args.opponent),
            ),
        );
        const newest = ({ date, round, id }: (typeof battles)[number]) => `${date ?? '0000'} ${round ?? 0} ${id}`;
        const ids = expected.toSorted((a, b) => -byKey(newest)(a, b)).map(({ id }) => id);
        expect(await keys('battles', given(args), 'battleId')).toStrictEqual(ids);
        const { tournament: slug, ...rest } = given(args);
        if (slug === undefined) return;
        const { body } = await app.graphql(
          `{ tournament(slug: "${slug}") { battles${written(rest)} { totalCount nodes { battleId } } } }`,
        );
        expect(body.data?.tournament.battles, JSON.stringify(args)).toStrictEqual({
          totalCount: ids.length,
          nodes: ids.map((battleId) => ({ battleId })),
        });
      },
    ),
    { numRuns: runs(60), endOnFailure: true },
  );
});

describe('what cannot be asked', () => {
  test.each([
    ['battles(opponent: "p-1", club: "c-1")', 'opponent needs player'],
    ['battles(role: attacker, club: "c-1")', 'role needs player, tournament or faction'],
    ['battles(outcome: draw, club: "c-1")', 'outcome needs player, tournament or faction'],
    ['battles(round: 0, tournament: "t-01")', 'round must be a positive integer'],
    ['battles(round: 1, club: "c-1")', 'round needs player or tournament'],
    ['battles(stage: "swiss", club: "c-1")', 'stage needs player or tournament'],
    ['battles(faction: "Ökofront")', 'Give at least one of player, tournament, club'],
    ['tournaments(minPlayers: 0)', 'minPlayers must be a positive integer'],
    ['tournaments(text: "!?")', 'text must have a letter or a digit'],
    [`players(text: "${'a'.repeat(201)}")`, 'text must not be longer than 200 characters'],
    ['players(minBattles: -1)', 'minBattles must be a positive integer'],
  ])('%s', async (field, message) => {
    const { status, body } = await app.graphql(`{ ${field} { nodes { id } } }`);
    expect([status, body.errors?.[0]?.message]).toStrictEqual([400, message]);
  });

  test('the cursor of a listing without filters works wherever the listing is', async () => {
    const { body } = await app.graphql('{ club(slug: "c-0") { battles(first: 1) { nextCursor } } }');
    const after = body.data.club.battles.nextCursor;
    const same = await app.graphql(`{ battles(club: "c-0", first: 1, after: "${after}") { nodes { id } } }`);
    expect([typeof after, same.body.errors]).toStrictEqual(['string', undefined]);
  });

  test('a page with the cursor of other filters or of another order', async () => {
    const { body } = await app.graphql('{ tournaments(first: 1, country: "norway") { nextCursor } }');
    const after = body.data.tournaments.nextCursor;
    for (const args of ['', 'country: "Norway"', 'city: "oslo"', 'country: "norway", orderBy: earliest']) {
      const other = await app.graphql(`{ tournaments(first: 1, after: "${after}", ${args}) { nextCursor } }`);
      expect([args, other.body.errors?.[0]?.message]).toStrictEqual([args, 'Invalid after']);
    }
  });
});

test('a thing is found over REST by its own key and not by its id', async () => {
  const { body } = await app.graphql(
    '{ club(slug: "c-1") { id } player(id: "p-1") { id } tournament(slug: "t-01") { id } }',
  );
  for (const [path, id] of [
    ['clubs', body.data.club.id],
    ['users', body.data.player.id],
    ['tournaments', body.data.tournament.id],
  ]) {
    expect([path, (await app.get(`/api/v1/${path}/${id}`)).status]).toStrictEqual([path, 404]);
  }
  expect(await (await app.get('/api/v1/users/p-1')).json()).toStrictEqual({
    data: { publicId: 'p-1', name: 'Dana Ö', battles: expect.any(Number) },
  });
});
