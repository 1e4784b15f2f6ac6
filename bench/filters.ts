// A filtered page against the same page without the filter, through the whole service, nothing remembered: each filter
// with a frequent value, a rare one and one that matches nothing, and the combinations that a site needs.
import { createApp } from '../src/app/app.js';
import type { Db } from '../src/db/client.js';
import { createAccountKey } from '../src/db/keys.js';
import { schema } from '../src/graphql/schema/schema.js';
import { readRoutes } from '../src/rest/routes.js';
import { withWorld } from './database.js';
import { type Bench, type Figure, median, ratio, seconds } from './figure.js';

/** Each listing with the REST route and fragment of its page, and the filters to measure. */
const LISTINGS: Record<string, { base: string; route: string; fragment: string; filters: string[] }> = {
  tournaments: {
    base: 'tournaments',
    route: 'Tournaments',
    fragment: 'TournamentBody',
    filters: [
      ...['text: "grand"', 'text: "s"', 'text: "o r"', 'text: "zzz"'],
      ...['country: "united kingdom"', 'country: "greece"', 'country: "atlantis"'],
      ...['city: "leeds"', 'city: "atlantis"', 'club: "northern-legion"'],
      ...['battlePack: "open frontier"', 'battlePack: "none"', 'faction: "tidewrought"', 'faction: "none"'],
      ...['stageType: board', 'stageType: bracket', 'battleSize: 2000', 'battleSize: 1', 'status: ongoing'],
      ...['minPlayers: 10', 'minPlayers: 150', 'minPlayers: 5000', 'maxPlayers: 5'],
      ...['orderBy: earliest', 'orderBy: alphabetical', 'orderBy: largest'],
      'country: "united kingdom", battlePack: "open frontier"',
      'country: "greece", status: finished',
      'country: "united kingdom", faction: "tidewrought", orderBy: largest',
      'text: "s", country: "sweden"',
      'faction: "tidewrought", battlePack: "open frontier"',
      'club: "northern-legion", faction: "none"',
      'from: "2020-01-01", to: "2020-12-31", country: "denmark"',
      'from: "2020-01-01", to: "2020-12-31", country: "united kingdom", orderBy: largest',
    ],
  },
  clubs: {
    base: 'clubs',
    route: 'Clubs',
    fragment: 'ClubBody',
    filters: [
      'text: "n"',
      'text: "zzz"',
      'country: "norway"',
      'city: "leeds"',
      'country: "atlantis"',
      'orderBy: largest',
    ],
  },
  players: {
    base: 'players',
    route: '',
    fragment: '',
    filters: [
      ...['text: "a"', 'text: "d c"', 'text: "zzz"', 'club: "northern-legion"', 'club: "none"'],
      ...['faction: "tidewrought"', 'faction: "none"', 'minBattles: 10', 'minBattles: 150', 'minBattles: 90000'],
      ...['orderBy: busiest', 'text: "a", club: "northern-legion"', 'text: "a", faction: "tidewrought"'],
      ...['club: "northern-legion", faction: "tidewrought"', 'faction: "tidewrought", orderBy: busiest'],
    ],
  },
  'battles of a tournament': {
    base: 'battles(tournament: "grand-open-2025"',
    route: 'TournamentBattles',
    fragment: 'BattleBody',
    filters: [
      ...['stage: "swiss"', 'stage: "none"', 'round: 1', 'round: 99', 'faction: "tidewrought"', 'faction: "none"'],
      ...['outcome: draw', 'role: attacker', 'faction: "tidewrought", outcome: win', 'stage: "swiss", round: 3'],
    ],
  },
  'battles of a player': {
    base: 'battles(player: "p-1267"',
    route: 'PlayerBattles',
    fragment: 'BattleBody',
    filters: [
      ...['opponent: "p-1239"', 'opponent: "nobody"', 'faction: "tidewrought"', 'faction: "none"', 'outcome: draw'],
      ...['role: attacker', 'round: 99', 'tournament: "grand-open-2025"', 'club: "northern-legion"'],
      'faction: "tidewrought", outcome: win',
    ],
  },
  'battles of a club': {
    base: 'battles(club: "den-gyldne-terning"',
    route: 'ClubBattles',
    fragment: 'BattleBody',
    filters: [...['faction: "tidewrought"', 'faction: "none"', 'faction: "tidewrought", outcome: draw']],
  },
  'battles of the largest club': {
    base: 'battles(club: "northern-legion"',
    route: 'ClubBattles',
    fragment: 'BattleBody',
    filters: ['faction: "tidewrought"', 'faction: "none"', 'faction: "tidewrought", outcome: draw'],
  },
};

export const benchFilters: Bench = ({ server, short, report }) => {
  const [battles, rounds] = short ? [500, 1] : [1_000_000, 15];
  return withWorld(server, battles, report, async (db) => {
    const { read, close } = await createReader(db);
    const figures: Figure[] = [];
    for (const [name, { base, route, fragment, filters }] of Object.entries(LISTINGS)) {
      const times = new Map<string, number[]>(['', ...filters].map((filter) => [filter, []]));
      for (let round = -2; round < rounds; round += 1) {
        for (const [filter, taken] of times) {
          const document = documentOf(base, filter, route, fragment);
          const time = await seconds(() => read(document));
          if (round >= 0) taken.push(time);
        }
      }
      const all = median(times.get('') ?? []);
      const slowest = filters.toSorted((a, b) => median(times.get(b) ?? []) - median(times.get(a) ?? []));
      for (const filter of slowest) {
        report(`${name}, ${filter}: ${(median(times.get(filter) ?? []) / all).toFixed(2)}`);
      }
      const [first = ''] = slowest;
      figures.push({
        what: `20 ${name} with the slowest of ${filters.length} filters (${first}), of ${battles} battles`,
        against: 'the page without a filter',
        ratio: ratio(median(times.get(first) ?? []), all),
        aim: 'at most 3',
        measured: `${(median(times.get(first) ?? []) * 1000).toFixed(2)} against ${(all * 1000).toFixed(2)} ms`,
      });
    }
    await close();
    return figures;
  });
};

const routes = readRoutes(schema);

function documentOf(base: string, filter: string, route: string, fragment: string): string {
  const text = routes.find(({ name }) => name === route)?.text ?? '';
  const fragments = text.includes('fragment ') ? text.slice(text.indexOf('fragment ')) : '';
  const args = [base.includes('(') ? base.slice(base.indexOf('(') + 1) : '', filter, 'first: 20'].filter(Boolean);
  const [field] = base.split('(');
  const nodes = fragment === '' ? 'publicId name battleCount' : `...${fragment}`;
  return `{ ${field}(${args.join(', ')}) { nodes { ${nodes} } nextCursor } } ${fragments}`;
}

async function createReader(db: Db): Promise<{ read(query: string): Promise<void>; close(): Promise<void> }> {
  const config = { siteUrl: 'https://battles.example', cursorSecret: 'bench', cursorLifetimeMs: 3_600_000 };
  const app = await createApp({ config, db, log: console.error });
  const authorization = `Bearer ${await createAccountKey(db.sql, 'Bench')}`;
  return {
    close: app.close,
    async read(query) {
      const response = await app.fetch(
        new Request('http://gateway.bench/graphql', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        }),
      );
      const { errors } = (await response.json()) as { errors?: unknown };
      if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`);
    },
  };
}
