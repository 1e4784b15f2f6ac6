// Aggregates the metrics of several workers. A worker may be starting, ending or blocked: one that does not answer in
// time is omitted, whereas prom-client's own clusterMetrics would fail after five seconds.
import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';
import type { Config } from '../config.js';
import type { Log } from './log.js';
import { createMetricsPage } from './metrics-page.js';
import { listenForMetrics } from './metrics-server.js';

const PATIENCE_MS = 1_000;
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
  if (port !== null) return listenForMetrics(createMetricsPage(metricsOfAll, token), host, port, log);
  const onFork = (worker: Port) => answer(worker, OF_ALL, metricsOfAll);
  for (const worker of workers()) onFork(worker);
  cluster.on('fork', onFork);
  return () => void cluster.off('fork', onFork);
}

async function metricsOfAll(): Promise<string> {
  const answers = await Promise.all(workers().map((worker) => ask<MetricObject[]>(worker, OF_ONE, PATIENCE_MS)));
  return AggregatorRegistry.aggregate(answers.filter((metrics) => metrics !== null)).metrics();
}

function workers(): Port[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Port[];
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
