// How much is worked on at once. What finds no room waits for a short time, and is refused at once when it would wait
// longer than that: whoever is let in gets an answer soon, however many come.
import type { Config } from '../config.js';
import type { Sql } from '../db/sql.js';
import { expectWanted } from '../db/while-wanted.js';
import { type ApiError, errors } from '../errors.js';

export type Gate = {
  /** Does the work when there is room for it; throws a 503 when there is none in time. */
  pass<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Whether whoever comes now is refused. */
  isFull(): boolean;
};

type Waiting = { enter(): void; gone: boolean };

/** Whatever the pace, no more than these wait. */
const WAITING_MAX = 1_000;
const FIRST_GUESS_MS = 20;
/** How much of the pace is that of the latest work. */
const LATEST = 0.1;

export function createGate({ maxConcurrent, maxQueueMs }: Pick<Config, 'maxConcurrent' | 'maxQueueMs'>): Gate {
  let working = 0;
  let waiting: Waiting[] = [];
  let paceMs = FIRST_GUESS_MS;

  const isFull = () =>
    working >= maxConcurrent &&
    (waiting.length >= WAITING_MAX || ((waiting.length + 1) * paceMs) / maxConcurrent > maxQueueMs);

  function letIn(): void {
    while (working < maxConcurrent && waiting.length > 0) {
      // In a long queue the oldest have waited nearly too long already: serving the newest first keeps most answers
      // quick, and those who time out are the few who came first.
      const next = waiting.length > maxConcurrent ? waiting.pop() : waiting.shift();
      if (next?.gone === false) next.enter();
    }
  }

  function room(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (working < maxConcurrent) {
      working += 1;
      return undefined;
    }
    if (isFull()) throw errors.busy();
    return new Promise((resolve, reject) => {
      const settle = () => {
        one.gone = true;
        clearTimeout(late);
        signal?.removeEventListener('abort', leave);
      };
      const refuse = (error: ApiError) => {
        settle();
        waiting = waiting.filter((other) => other !== one);
        reject(error);
      };
      const leave = () => refuse(errors.hungUp());
      const one: Waiting = {
        gone: false,
        enter() {
          settle();
          working += 1;
          resolve();
        },
      };
      const late = setTimeout(() => refuse(errors.busy()), maxQueueMs);
      signal?.addEventListener('abort', leave);
      waiting.push(one);
    });
  }

  return {
    isFull,
    async pass(work, signal) {
      if (signal) expectWanted(signal);
      await room(signal);
      const start = performance.now();
      try {
        return await work();
      } finally {
        paceMs += (performance.now() - start - paceMs) * LATEST;
        working -= 1;
        letIn();
      }
    },
  };
}

/** Each statement through the gate, where there is only one. */
export function gatedSql(sql: Sql, gate: Gate): Sql {
  const gated =
    (ask: Sql['query']): Sql['query'] =>
    (statement, values) =>
      gate.pass(() => ask(statement, values));
  return { ...sql, query: gated(sql.query), often: gated(sql.often) };
}
