// The greedy key of `fair`: sends the dearest documents on many connections, and prints how many were answered.
// Arguments: URL of the service, key, seconds.
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT } from './event.js';
import { sender } from './sender.js';

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

/** How long the greedy key waits after a refusal, as `Retry-After` says. */
const RETRY_MS = 1_000;

// A real client has a machine of its own.
setPriority(19);
const [url = '', key = '', seconds = '0'] = process.argv.slice(2);
const urls = DEAREST.map((path) => url + path);
const clients = Array.from({ length: GREEDY_CONNECTIONS }, () =>
  sender(urls, { authorization: `Bearer ${key}` }, (status) => sleep(status === 503 ? RETRY_MS : 0)),
);
const heard = await Promise.all(clients.map((send) => send(Number(seconds))));
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
process.stdout.write(
  JSON.stringify({
    answered: sum(heard.map(({ times }) => times.length)),
    refused: sum(heard.map(({ refused }) => refused)),
  }),
);
