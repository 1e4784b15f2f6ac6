// Aggregates the metrics of several workers. A worker may be starting, ending or blocked: if it does not answer in time,
// only what it had counted before is included, whereas prom-client's own clusterMetrics would fail after five seconds.
import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { MetricObject, Registry } from 'prom-client';
import type { Config } from '../config.js';
import { createKeptMetrics } from './kept-metrics.js';
import type { Log } from './log.js';
import { createMetricsPage } from './metrics-page.js';
import { listenForMetrics } from './metrics-server.js';

const PATIENCE_MS = 1_000;
/** What a worker counts in this time before it is killed may be lost. */
const REFRESH_MS = 5_000;
const OF_ONE = 'metrics of one';
const OF_ALL = 'metrics of all';

/** Runs in a worker: answers the primary's requests for its metrics. */
export function giveToPrimary(registry: Registry): void {
  answer(process as Port, OF_ONE, () => registry.getMetricsAsJSON());
}

/** Runs in a worker: requests the metrics of all workers. */
export async function askPrimary(): Promise<string> {
  return (await ask<string>(process as Port, OF_ALL, 2 * PATIENCE_MS)) ?? '';
}

/** Runs in the primary process; resolves with a function that stops it. */
export async function gatherMetrics({ host, port, token }: Config['metrics'], log: Log): Promise<() => void> {
  const kept = createKeptMetrics();
  async function gather(): Promise<ReadonlySet<number>> {
    const answered = new Set<number>();
    const ofOne = async (worker: Worker) => {
      const metrics = await ask<MetricObject[]>(worker as Port, OF_ONE, PATIENCE_MS);
      if (metrics === null || worker.isDead()) return;
      kept.heard(worker.id, metrics);
      answered.add(worker.id);
    };
    await Promise.all(workers().map(ofOne));
    return answered;
  }
  const ofAll = async () => kept.text(await gather());
  const onFork = (worker: Worker) => answer(worker as Port, OF_ALL, ofAll);
  const onExit = ({ id }: Worker) => kept.ended(id);
  if (port === null) for (const worker of workers()) onFork(worker);
  if (port === null) cluster.on('fork', onFork);
  cluster.on('exit', onExit);
  const close = port === null ? null : await listenForMetrics(createMetricsPage(ofAll, token), host, port, log);
  const refreshing = setInterval(gather, REFRESH_MS);
  return () => {
    clearInterval(refreshing);
    cluster.off('fork', onFork).off('exit', onExit);
    close?.();
  };
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[];
}

/** The process at the other end: a worker or the primary. */
type Port = {
  send(message: Message, sent: () => void): boolean;
  on(event: 'message', listener: (message: Message) => void): unknown;
  off(event: 'message', listener: (message: Message) => void): unknown;
};

type Message = { about: string; id: string } | { answerTo: string; answer: unknown };

/** Resolves with null if no answer arrives in time. */
function ask<Answer>(other: Port, about: string, patienceMs: number): Promise<Answer | null> {
  const id = randomUUID();
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(null), patienceMs);
    const hear = (message: Message) => {
      if ('answerTo' in message && message.answerTo === id) done(message.answer as Answer);
    };
    const done = (answer: Answer | null) => {
      clearTimeout(timer);
      other.off('message', hear);
      resolve(answer);
    };
    other.on('message', hear);
    other.send({ about, id }, ignore);
  });
}

function answer(other: Port, about: string, make: () => Promise<unknown>): void {
  other.on('message', async (message) => {
    if ('about' in message && message.about === about)
      other.send({ answerTo: message.id, answer: await make() }, ignore);
  });
}

/** A failed send means that the worker has exited. */
function ignore() {}
