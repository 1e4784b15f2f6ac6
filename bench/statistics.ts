// Statistics over all battles, not remembered, against the simplest statement that aggregates the same battles: wins of
// each faction against each, without intervals.
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import { type Bench, type Figure, median, ratio, seconds } from './figure.js';
import { startGateway, withServers } from './process.js';

const BASELINE = `
  SELECT "first_faction", "second_faction", count(*), sum("first_score") FROM "counted_battle" GROUP BY 1, 2`;

const PATHS = {
  'the whole matrix': '/api/v1/statistics/matchups',
  'all factions, by month': '/api/v1/statistics/factions',
  'the matrix of a country': '/api/v1/statistics/matchups?country=norway',
};

export const benchStatistics: Bench = ({ server, short, report }) => {
  const [battles, rounds] = short ? [500, 1] : [1_000_000, 15];
  return withWorld(server, battles, report, (db, url) =>
    withServers(async (started) => {
      const gateway = await started(startGateway({ DATABASE_URL: url, CACHE_MEGABYTES: '0' }));
      const headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` };
      const read = async (path: string) => {
        const response = await fetch(new URL(path, gateway.url), { headers });
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        await response.arrayBuffer();
      };
      const baseline: number[] = [];
      const times = new Map<string, number[]>(Object.keys(PATHS).map((what) => [what, []]));
      for (let round = -3; round < rounds; round += 1) {
        const plain = await seconds(() => db.sql.query(BASELINE));
        if (round >= 0) baseline.push(plain);
        for (const [what, path] of Object.entries(PATHS)) {
          const time = await seconds(() => read(path));
          if (round >= 0) times.get(what)?.push(time);
        }
      }
      return [...times].map(
        ([what, taken]): Figure => ({
          what: `${what} of ${battles} battles`,
          against: 'a statement that adds up the wins of each faction against each',
          ratio: ratio(median(taken), median(baseline)),
          aim: what === 'the whole matrix' ? 'at most 200 ms' : '',
          measured: `${(median(taken) * 1000).toFixed(0)} against ${(median(baseline) * 1000).toFixed(0)} ms`,
        }),
      );
    }),
  );
};
