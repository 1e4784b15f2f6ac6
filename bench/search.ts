// Searching for a name as a visitor types it, letter by letter, against a listing without filters. Nothing is
// remembered, and there is one client; the p99 of its answers is compared.
import { checkRecord } from '@battle-results/bundle-format/check';
import { importChecked } from '../src/bundle/import.js';
import { createAccountKey } from '../src/db/keys.js';
import { withDatabase } from './database.js';
import { type Bench, ratio } from './figure.js';
import { rate } from './load.js';
import { startGateway, withServers } from './process.js';
import { nameOfPlayer, nameOfTournament, searchWorld } from './search-world.js';

const TOURNAMENTS = '/api/v1/tournaments?limit=20';

export const benchSearch: Bench = ({ server, short, report }) => {
  const world = short
    ? { players: 500, tournaments: 50, clubs: 10 }
    : { players: 100_000, tournaments: 10_000, clubs: 2_000 };
  return withDatabase(server, async (db, url) => {
    report(`loading ${world.players} players and ${world.tournaments} tournaments`);
    await importChecked(db, checked(searchWorld(world)));
    await db.sql.script('VACUUM ANALYZE');
    return withServers(async (started) => {
      const gateway = await started(startGateway({ DATABASE_URL: url, CACHE_MEGABYTES: '0' }));
      const headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` };
      const load = { connections: 1, seconds: short ? 1 : 20 };
      const measure = async (paths: readonly string[]) => {
        const target = { server: gateway, paths, headers };
        if (!short) await rate(target, { ...load, seconds: 1 });
        return rate(target, load);
      };
      const baseline = await measure([TOURNAMENTS]);
      const figures = [];
      for (const [what, texts] of Object.entries(textsOf(short ? 3 : 40))) {
        const { p99, perSecond } = await measure(texts.map(pathOf));
        report(`${what}: ${Math.round(perSecond)} a second`);
        figures.push({
          what: `${what}, in ${world.players} players and ${world.tournaments} tournaments, slowest hundredth`,
          against: 'the listing of all tournaments',
          ratio: ratio(p99, baseline.p99),
          aim: 'at most 15 ms',
          measured: `${p99.toFixed(2)} against ${baseline.p99.toFixed(2)} ms`,
        });
      }
      return figures;
    });
  });
};

const pathOf = (text: string) => `/api/v1/search?q=${encodeURIComponent(text)}`;

function textsOf(people: number): Record<string, string[]> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const names = Array.from({ length: people }, (_, at) => [nameOfPlayer(at * 37), nameOfTournament(at * 41)]).flat();
  return {
    'one letter': letters,
    'names letter by letter': names.flatMap(typed),
    'two beginnings': letters.flatMap((one) => ['a', 'm', 's', 'z', 'va'].map((other) => `${one} ${other}`)),
    'names with a slip': names.map(slipped),
  };
}

function typed(name: string): string[] {
  return Array.from(name, (_, at) => name.slice(0, at + 1)).filter((text) => /\S$/.test(text));
}

/** Swaps two letters of the second word, or of the only one. */
function slipped(name: string): string {
  const words = name.split(' ');
  const at = words[1] ? 1 : 0;
  return words.map((word, index) => (index === at ? word.replace(/(..)(.)(.)/, '$1$3$2') : word)).join(' ');
}

function* checked(records: Iterable<object>) {
  let line = 0;
  for (const record of records) {
    line += 1;
    yield { line, ...checkRecord(record) };
  }
}
