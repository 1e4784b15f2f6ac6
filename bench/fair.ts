// One greedy key that sends the dearest documents on many connections, and five modest keys with small requests: the
// latency of each modest key compared with its latency alone, and beside the same greedy key on a process of its own: what
// sharing the machine and the database costs by itself. Nothing is remembered.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import { EVENT, loadEvent } from './event.js';
import { type Bench, type Figure, median, ratio } from './figure.js';
import { startGateway, withServers } from './process.js';
import { type Heard, type Send, sender } from './sender.js';

const SMALL = [
  '/api/v1/clubs/northern-legion',
  `/api/v1/tournaments/${EVENT}`,
  '/api/v1/tournaments?limit=5',
  '/api/v1/clubs/northern-legion/battles?limit=5',
  `/graphql?${new URLSearchParams({ query: '{ club(slug: "northern-legion") { name battles(first: 3) { nodes { id } } } }' })}`,
];
/** Average pause between two requests of a modest key. */
const PAUSE_MS = 50;

export const benchFair: Bench = ({ server, short, report }) => {
  const [seconds, rounds] = short ? [1, 1] : [10, 3];
  return withWorld(server, short ? 500 : 100_000, report, (db, url) =>
    withServers(async (started) => {
      await loadEvent(db);
      const start = () => started(startGateway({ DATABASE_URL: url, CACHE_MEGABYTES: '0' }));
      const gateway = await start();
      const other = await start();
      const headersOf = async (name: string) => ({ authorization: `Bearer ${await createAccountKey(db.sql, name)}` });
      const modest: Send[] = [];
      for (const path of SMALL) modest.push(sender([gateway.url + path], await headersOf('Modest'), pause));
      const all = (seconds: number) => Promise.all(modest.map((send) => send(seconds)));
      const greedyKey = await createAccountKey(db.sql, 'Greedy');
      const grabbed: Grabbed[] = [];
      const besideGreedy = async (url: string): Promise<Heard[]> => {
        const grabbing = beGreedy(url, greedyKey, WARM_UP_SECONDS + seconds);
        await sleep(WARM_UP_SECONDS * 1_000);
        const heard = await all(seconds);
        const grabs = await grabbing;
        if (url === gateway.url) grabbed.push(grabs);
        return heard;
      };
      for (const { url } of [gateway, other]) await beGreedy(url, greedyKey, WARM_UP_SECONDS);
      await all(WARM_UP_SECONDS);
      const alone: Heard[][] = [];
      const beside: Heard[][] = [];
      const apart: Heard[][] = [];
      for (let round = 0; round < rounds; round += 1) {
        const each: Heard[] = [];
        for (const send of modest) each.push(await send(seconds / 2));
        alone.push(each);
        beside.push(await besideGreedy(gateway.url));
        apart.push(await besideGreedy(other.url));
      }
      const each = (count: (of: Grabbed) => number) =>
        (grabbed.reduce((sum, of) => sum + count(of), 0) / rounds / (WARM_UP_SECONDS + seconds)).toFixed(1);
      report(
        `of the greedy key, ${each(({ answered }) => answered)} requests a second were answered and ` +
          `${each(({ refused }) => refused)} refused`,
      );
      return SMALL.map((path, at) => figureOf(path, { alone, beside, apart }, at));
    }),
  );
};

type Grabbed = { answered: number; refused: number };

/** In a process of its own, so that its answers do not delay the clients whose latency is measured. */
async function beGreedy(url: string, key: string, seconds: number): Promise<Grabbed> {
  const file = fileURLToPath(new URL('./greedy.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, url, key, `${seconds}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The greedy client ended with ${code}`);
  return JSON.parse(said) as Grabbed;
}

const WARM_UP_SECONDS = 2;
const pause = () => sleep(PAUSE_MS * (0.5 + Math.random()));

type Rounds = Record<'alone' | 'beside' | 'apart', Heard[][]>;

function figureOf(path: string, { alone, beside, apart }: Rounds, at: number): Figure {
  const middle = (of: Heard[][], part: number) => median(of.map((each) => quantile(each[at]?.times ?? [], part)));
  const refused = beside.reduce((sum, each) => sum + (each[at]?.refused ?? 0), 0);
  return {
    what: `beside a greedy key, p95 of ${decodeURIComponent(path).slice(0, 60)}`,
    against: 'alone',
    ratio: ratio(middle(beside, 0.95), middle(alone, 0.95)),
    aim: 'at most 2, none refused',
    measured:
      `${middle(beside, 0.95).toFixed(1)} against ${middle(alone, 0.95).toFixed(1)} ms; ` +
      `median ${middle(beside, 0.5).toFixed(1)} against ${middle(alone, 0.5).toFixed(1)} ms; ${refused} refused; ` +
      `beside it on another process ${middle(apart, 0.95).toFixed(1)}, median ${middle(apart, 0.5).toFixed(1)} ms`,
  };
}

const quantile = (times: number[], part: number): number =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * part)] ?? Number.POSITIVE_INFINITY;
