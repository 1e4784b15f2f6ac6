// Three times as many requests as can be served, with nothing remembered: the answers per second compared with those at
// exactly the load that can be served, and the latency of the answered requests. The cheaper an answer, the larger the
// share of time that goes into refusing the others.
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import { loadEvent } from './event.js';
import { type Bench, type Figure, median, ratio } from './figure.js';
import { type Rate, rate, type Target } from './load.js';
import { startGateway, withServers } from './process.js';
import { BATTLES, STANDINGS, TOURNAMENTS } from './routes.js';
import { type Outcome, steady } from './steady.js';

const PAGE = '/api/v1/clubs/northern-legion/battles?limit=20';
/** Number of requests that are processed concurrently. */
const ENOUGH = 20;
const MANY = 300;
const TIMES = 3;
const P99_MS_MAX = 1_000;

export const benchOverload: Bench = ({ server, short, report }) => {
  const [seconds, rounds] = short ? [1, 1] : [10, 3];
  return withWorld(server, short ? 500 : 1_000_000, report, (db, url) =>
    withServers(async (started) => {
      await loadEvent(db);
      const headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` };
      const gateway = await started(startGateway({ DATABASE_URL: url, CACHE_MEGABYTES: '0' }));
      const figures: Figure[] = [];
      for (const [what, paths] of [
        ['tournaments (20), battles (100) and standings in turn', [TOURNAMENTS, BATTLES, STANDINGS]],
        ['battles (20) alone', [PAGE]],
      ] as const) {
        const { peak, over } = await compare({ server: gateway, paths, headers }, seconds, rounds);
        report(`${what}: the client took ${over.clientCores.toFixed(2)} of a core`);
        figures.push(
          {
            what: `${TIMES} times the load that can be served: ${what}`,
            against: 'at just that load',
            ratio: ratio(over.served, peak.perSecond),
            aim: 'at least 0.90',
            measured:
              `${Math.round(over.served)} served and ${Math.round(over.refused)} refused against ` +
              `${Math.round(peak.perSecond)} a second; ${Math.round(over.microseconds)} against ` +
              `${Math.round(peak.microseconds)} µs of processor time each`,
          },
          {
            what: `the slowest hundredth then: ${what}`,
            against: `${P99_MS_MAX} ms`,
            ratio: ratio(over.p99, P99_MS_MAX),
            aim: 'at most 1',
            measured: `${Math.round(over.p99)} ms; ${Math.round(peak.p99)} ms at just that load`,
          },
        );
      }
      return figures;
    }),
  );
};

/** Measures both in turn, several times, so that a busy moment affects both. */
async function compare(target: Target, seconds: number, rounds: number): Promise<{ peak: Rate; over: Outcome }> {
  const peaks: Rate[] = [];
  const overs: Outcome[] = [];
  const enough = { connections: ENOUGH, seconds };
  await rate(target, enough);
  for (let round = 0; round < rounds; round += 1) {
    peaks.push(await rate(target, enough));
    overs.push(await steady({ ...target, connections: MANY, seconds, rate: middle(peaks).perSecond * TIMES }));
  }
  return { peak: middle(peaks), over: middle(overs) };
}

function middle<Key extends string>(measured: Record<Key, number>[]): Record<Key, number> {
  const keys = Object.keys(measured[0] ?? {}) as Key[];
  return Object.fromEntries(keys.map((key) => [key, median(measured.map((one) => one[key]))])) as Record<Key, number>;
}
