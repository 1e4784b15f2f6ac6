// The same page of the same listing in a large database against a small one: measures the indexes. Nothing is
// remembered, and there is one client.
import type { Db } from '../src/db/client.js';
import { createAccountKey } from '../src/db/keys.js';
import { compareTimes, createClient, milliseconds } from './client.js';
import { withWorld } from './database.js';
import { type Bench, type Figure, ratio } from './figure.js';
import { startGateway, withServers } from './process.js';

const ROUTES = {
  battles: '/api/v1/clubs/northern-legion/battles?limit=20',
  tournaments: '/api/v1/tournaments?limit=20',
};

export const benchSize: Bench = ({ server, short, report }) => {
  const [large, small, rounds] = short ? [1_500, 500, 4] : [1_000_000, 10_000, 200];
  return withWorld(server, large, report, (largeDb, largeUrl) =>
    withWorld(server, small, report, (smallDb, smallUrl) =>
      withServers(async (started) => {
        const open = async (db: Db, url: string) => {
          const gateway = await started(startGateway({ DATABASE_URL: url, CACHE_MEGABYTES: '0' }));
          const client = createClient({ authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` });
          return { read: (path: string) => client.text(gateway.url + path), close: client.close };
        };
        const [inLarge, inSmall] = [await open(largeDb, largeUrl), await open(smallDb, smallUrl)];
        const figures: Figure[] = [];
        for (const [what, path] of Object.entries(ROUTES)) {
          const works = [() => inLarge.read(path), () => inSmall.read(path)];
          const [time = 0, baseline = 0] = await compareTimes(works, rounds);
          figures.push({
            what: `a page of ${what}, of ${large} battles`,
            against: `of ${small}`,
            ratio: ratio(time, baseline),
            aim: 'at most 1.5',
            measured: milliseconds(time, baseline),
          });
        }
        inLarge.close();
        inSmall.close();
        return figures;
      }),
    ),
  );
};
