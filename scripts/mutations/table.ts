import { ANSWERS } from './answers.js';
import { DATA } from './data.js';
import { DOCUMENTS } from './documents.js';
import { ENTRANCE } from './entrance.js';
import { EXCHANGE } from './exchange.js';
import type { Mutation } from './mutation.js';
import { SITE } from './site.js';
import { STANDINGS } from './standings.js';
import { STREAMS } from './streams.js';

/** One for each row of docs/decisions.md and of the specification's tables whose rule lives in a line of code. */
export const MUTATIONS: readonly Mutation[] = [
  ...ANSWERS,
  ...STANDINGS,
  ...DATA,
  ...ENTRANCE,
  ...DOCUMENTS,
  ...SITE,
  ...STREAMS,
  ...EXCHANGE,
];
