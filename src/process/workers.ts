// Several processes that share one port. The primary serves no requests: it restarts workers, and ends when they have
// ended. If it is killed, they exit by themselves.
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.js';
import type { Log } from '../observe/log.js';
import type { Greeting } from './banner.js';
import { limitHandOver } from './hand-over.js';
import { catchExceptions, catchRejections } from './last-net.js';

/** Delay before an ended worker is replaced; doubles each time a worker ends before it is ready. */
const PAUSE_MS_LEAST = 100;
const PAUSE_MS_MOST = 10_000;
/** A stuck worker cannot exit by itself; it is killed this long after its own shutdown timeout. */
const STUCK_MS = 500;

type Started = {
  pid: number | undefined;
  /** The worker's announcement; null if it ended before. */
  ready: Promise<Greeting | null>;
  /** Signal or exit code with which it ended. */
  ended: Promise<string>;
  /** Closes the connection that the ended worker has not accepted. */
  closeUnaccepted(): void;
};

/** Resolves when all workers have ended; `greet` is called once all of them listen. */
export async function keepWorkers(config: Config, log: Log, greet: (greeting: Greeting) => void): Promise<void> {
  catchRejections(log);
  catchExceptions(log);
  const stopping = new AbortController();
  const { signal } = stopping;
  const send = (name: NodeJS.Signals) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(name);
  };
  const stop = () => {
    stopping.abort();
    send('SIGTERM');
    setTimeout(send, config.shutdownDelayMs + config.shutdownTimeoutMs + STUCK_MS, 'SIGKILL').unref();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);

  async function keep(worker: Started): Promise<void> {
    for (let pause = PAUSE_MS_LEAST; ; ) {
      const how = await worker.ended;
      if (signal.aborted && /exit code [^0]|SIGKILL/.test(how)) process.exitCode = 1;
      if (signal.aborted) return;
      worker.closeUnaccepted();
      pause = (await worker.ready) === null ? Math.min(pause * 2, PAUSE_MS_MOST) : PAUSE_MS_LEAST;
      log.warn(`Worker ${worker.pid} ended (${how}). Another one is started in ${pause / 1000} s.`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      worker = startWorker();
      const { pid, ready } = worker;
      void ready.then((greeting) => greeting !== null && log.info(`Worker ${pid} has taken its place.`));
    }
  }

  async function keepAll(): Promise<void> {
    if (signal.aborted) return;
    // The first worker starts alone: whatever stops it would stop all of them, and is reported only once.
    const first = startWorker();
    const greeting = await first.ready;
    if (greeting === null && !signal.aborted) process.exitCode = 1;
    if (greeting === null || signal.aborted) return void (await first.ended);
    const workers = [first, ...Array.from({ length: config.workers - 1 }, startWorker)];
    const kept = workers.map(keep);
    await Promise.all(workers.map(({ ready }) => ready));
    greet(greeting);
    await Promise.all(kept);
  }

  // Before there are workers, which would go on if the port of the metrics is taken.
  const endMetrics = await gatherMetrics(config, log);
  await keepAll().finally(endMetrics);
}

async function gatherMetrics({ metrics }: Config, log: Log): Promise<() => void> {
  if (metrics.port === null && metrics.token === null) return () => {};
  return (await import('../observe/metrics-workers.js')).gatherMetrics(metrics, log);
}

function startWorker(): Started {
  const worker = cluster.fork();
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal || `exit code ${code}`));
  });
  const announced = new Promise<Greeting>((resolve) => {
    worker.on('message', ({ greeting }: { greeting?: Greeting }) => greeting && resolve(greeting));
  });
  const ready = Promise.race([announced, ended.then(() => null)]);
  return { pid: worker.process.pid, ended, ready, closeUnaccepted: limitHandOver(worker.process) };
}
