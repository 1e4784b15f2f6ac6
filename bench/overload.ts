// Three times as many requests as can be served, with nothing remembered: what is answered then against what is answered
// when just enough ask, and how long those wait who are answered.

import autocannon from 'autocannon';
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import { type Bench, ratio } from './figure.js';
import { startGateway, withServers } from './process.js';

const PATH = '/api/v1/clubs/northern-legion/battles?limit=20';
/** As many as are worked on at once. */
const ENOUGH = 20;
const MANY = 300;
const TIMES = 3;
const P99_MS_MAX = 1_000;

type Outcome = { served: number; refused: number; p99: number };

export const benchOverload: Bench = ({ server, short, tell }) =>
  withWorld(server, short ? 500 : 1_000_000, tell, (db, url) =>
    withServers(async (started) => {
      const headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` };
      const gateway = await started(startGateway({ DATABASE_URL: url, CACHE_MEGABYTES: '0' }));
      const seconds = short ? 2 : 20;
      const load = (connections: number, rate?: number) =>
        apply(gateway.url + PATH, headers, connections, seconds, rate);
      await load(ENOUGH);
      const peak = await load(ENOUGH);
      const over = await load(MANY, Math.ceil(peak.served * TIMES));
      tell(`${Math.round(over.refused)} a second were refused`);
      return [
        {
          what: `answers at ${TIMES} times the load that can be served`,
          against: 'at just that load',
          ratio: ratio(over.served, peak.served),
          aim: 'at least 0.90',
          measured: `${Math.round(over.served)} against ${Math.round(peak.served)} a second`,
        },
        {
          what: 'the slowest hundredth of those',
          against: `${P99_MS_MAX} ms`,
          ratio: ratio(over.p99, P99_MS_MAX),
          aim: 'at most 1',
          measured: `${Math.round(over.p99)} ms; ${Math.round(peak.p99)} ms at just that load`,
        },
      ];
    }),
  );

/** Served and refused a second; anything else than 200 and 503 is thrown. */
async function apply(
  url: string,
  headers: Record<string, string>,
  connections: number,
  seconds: number,
  rate?: number,
): Promise<Outcome> {
  const times: number[] = [];
  const {
    statusCodeStats = {},
    errors,
    timeouts,
    duration,
  } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, headers, connections, duration: seconds, ...(rate && { overallRate: rate }) };
    autocannon(options, (error, result) => (error ? reject(error) : resolve(result))).on(
      'response',
      (_client, status, _bytes, milliseconds) => {
        if (status === 200) times.push(milliseconds);
      },
    );
  });
  const unexpected = Object.keys(statusCodeStats).filter((status) => status !== '200' && status !== '503');
  if (unexpected.length > 0 || errors > 0 || timeouts > 0 || times.length === 0) {
    throw new Error(
      `${url}: ${errors} errors, ${timeouts} timeouts, ${times.length} served, also ${unexpected.join()}`,
    );
  }
  times.sort((one, other) => one - other);
  return {
    served: times.length / duration,
    refused: (statusCodeStats['503']?.count ?? 0) / duration,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}
