// One greedy key that sends the dearest documents on many connections, and five modest keys with small requests: the
// latency of each modest key compared with its latency alone. Nothing is remembered.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import { EVENT, loadEvent } from './event.js';
import { type Bench, type Figure, median, ratio } from './figure.js';
import { startGateway, withServers } from './process.js';

/** Each costs between 3,000 and 5,000, or is the board of a large tournament in every form. */
const DEAREST = [
  `{ tournaments(first: 8) { nodes { slug battles(first: 33) { nodes { id round players {
     name faction outcome rounds { round } list { faction text } } } } } } }`,
  `{ tournaments(first: 20) { nodes { stages { standings {
     ... on Board { rows { rank name } } ... on Bracket { matches { round } } } } } } }`,
  `{ standings(tournament: "${EVENT}") { ... on Board { rows { rank name wins } ranksByRound { round ranks } } } }`,
  '{ statistics { matchups { faction { name } opponent { name } battleCount winRate { value } } } }',
].map((query) => `/graphql?${new URLSearchParams({ query })}`);
const GREEDY_CONNECTIONS = 32;

const SMALL = [
  '/api/v1/clubs/northern-legion',
  `/api/v1/tournaments/${EVENT}`,
  '/api/v1/tournaments?limit=5',
  '/api/v1/clubs/northern-legion/battles?limit=5',
  `/graphql?${new URLSearchParams({ query: '{ club(slug: "northern-legion") { name battles(first: 3) { nodes { id } } } }' })}`,
];
/** Average pause between two requests of a modest key. */
const PAUSE_MS = 50;

/** How long the greedy key waits after a refusal, as `Retry-After` says. */
const RETRY_MS = 1_000;

type Heard = { times: number[]; refused: number };
type Send = (seconds: number) => Promise<Heard>;

export const benchFair: Bench = ({ server, short, report }) => {
  const [seconds, rounds] = short ? [1, 1] : [10, 3];
  return withWorld(server, short ? 500 : 100_000, report, (db, url) =>
    withServers(async (started) => {
      await loadEvent(db);
      const gateway = await started(startGateway({ DATABASE_URL: url, CACHE_MEGABYTES: '0' }));
      const headersOf = async (name: string) => ({ authorization: `Bearer ${await createAccountKey(db.sql, name)}` });
      const modest: Send[] = [];
      for (const path of SMALL) modest.push(sender([gateway.url + path], await headersOf('Modest'), pause));
      const all = (seconds: number) => Promise.all(modest.map((send) => send(seconds)));
      const greedyHeaders = await headersOf('Greedy');
      const urls = DEAREST.map((path) => gateway.url + path);
      const greedy = Array.from({ length: GREEDY_CONNECTIONS }, () =>
        sender(urls, greedyHeaders, (status) => sleep(status === 503 ? RETRY_MS : 0)),
      );
      const grab = (seconds: number) => Promise.all(greedy.map((send) => send(seconds)));
      await grab(WARM_UP_SECONDS);
      await all(WARM_UP_SECONDS);
      const alone: Heard[][] = [];
      const beside: Heard[][] = [];
      const grabbed: Heard[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const each: Heard[] = [];
        for (const send of modest) each.push(await send(seconds / 2));
        alone.push(each);
        const [taken, heard] = await Promise.all([grab(seconds), all(seconds)]);
        grabbed.push(...taken);
        beside.push(heard);
      }
      const [served, refused] = [sum(grabbed.map(({ times }) => times.length)), sum(grabbed.map((of) => of.refused))];
      const each = (count: number) => (count / rounds / seconds).toFixed(1);
      report(`of the greedy key, ${each(served)} requests a second were answered and ${each(refused)} refused`);
      return SMALL.map((path, at) => figureOf(path, alone, beside, at));
    }),
  );
};

const WARM_UP_SECONDS = 2;
const pause = () => sleep(PAUSE_MS * (0.5 + Math.random()));
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

function figureOf(path: string, alone: Heard[][], beside: Heard[][], at: number): Figure {
  const middle = (of: Heard[][], part: number) => median(of.map((each) => quantile(each[at]?.times ?? [], part)));
  const refused = beside.reduce((sum, each) => sum + (each[at]?.refused ?? 0), 0);
  return {
    what: `beside a greedy key, p95 of ${decodeURIComponent(path).slice(0, 60)}`,
    against: 'alone',
    ratio: ratio(middle(beside, 0.95), middle(alone, 0.95)),
    aim: 'at most 2, none refused',
    measured:
      `${middle(beside, 0.95).toFixed(1)} against ${middle(alone, 0.95).toFixed(1)} ms; ` +
      `median ${middle(beside, 0.5).toFixed(1)} against ${middle(alone, 0.5).toFixed(1)} ms; ${refused} refused`,
  };
}

/** Returns a function that sends requests one after the other for some seconds, on one connection. */
function sender(urls: string[], headers: Record<string, string>, rest: (status: number) => Promise<unknown>): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (url: string) =>
    new Promise<number>((resolve, reject) => {
      get(url, { agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      }).on('error', reject);
    });
  return async (seconds) => {
    const heard: Heard = { times: [], refused: 0 };
    const end = performance.now() + seconds * 1_000;
    for (let sent = Math.floor(Math.random() * urls.length); performance.now() < end; sent += 1) {
      const url = urls[sent % urls.length] ?? '';
      const start = performance.now();
      const status = await ask(url);
      if (status === 200) heard.times.push(performance.now() - start);
      else if (status === 503) heard.refused += 1;
      else throw new Error(`${url} answered ${status}`);
      await rest(status);
    }
    return heard;
  };
}

const quantile = (times: number[], part: number): number =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * part)] ?? Number.POSITIVE_INFINITY;
