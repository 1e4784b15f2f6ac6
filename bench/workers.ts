// Two workers against one, with nothing remembered. The database and the load generator share the same cores, so on a
// machine with two cores the gain is smaller than the number of workers suggests.
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import type { Bench } from './figure.js';
import { compare, type Load, SHORT } from './load.js';
import { startGateway, withServers } from './process.js';

const PATH = '/api/v1/clubs/northern-legion/battles?limit=100';

export const benchWorkers: Bench = ({ server, short, report }) => {
  const load: Load = short ? SHORT : { connections: 16, seconds: 4, rounds: 5 };
  return withWorld(server, short ? 500 : 1_000_000, report, (db, url) =>
    withServers(async (started) => {
      const headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` };
      const env = { DATABASE_URL: url, CACHE_MEGABYTES: '0' };
      const two = await started(startGateway({ ...env, WORKERS: '2' }));
      const one = await started(startGateway(env));
      const asked = { paths: [PATH], headers };
      const figures = await compare({ server: two, ...asked }, { server: one, ...asked }, load);
      return [{ what: 'two workers, battle list (100)', against: 'one', aim: 'as the second core allows', ...figures }];
    }),
  );
};
