// Several processes that share one port. This one serves nothing itself: it keeps the others running, and ends with
// them. Should it be killed, they end on their own.
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a place stays empty: longer each time, while those who take it end before they are ready. */
const PAUSE_MS_LEAST = 100;
const PAUSE_MS_MOST = 10_000;

type Tell = (message: string) => void;

type Started = {
  pid: number | undefined;
  /** What it announced; null when it ended before. */
  ready: Promise<string | null>;
  /** How it ended. */
  ended: Promise<string>;
};

/** Resolves when all have ended. */
export async function keepWorkers(count: number, tell: Tell): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = () => {
    stopping.abort();
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);

  async function keep(worker: Started): Promise<void> {
    for (let pause = PAUSE_MS_LEAST; ; ) {
      const how = await worker.ended;
      if (signal.aborted) return;
      pause = (await worker.ready) === null ? Math.min(pause * 2, PAUSE_MS_MOST) : PAUSE_MS_LEAST;
      tell(`Worker ${worker.pid} ended (${how}). Another one is started in ${pause / 1000} s.`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      worker = startWorker();
      const { pid, ready } = worker;
      void ready.then((greeting) => greeting !== null && tell(`Worker ${pid} has taken the place.`));
    }
  }

  // One goes ahead: what stops it would stop all of them, and need be told only once.
  const first = startWorker();
  const banner = await first.ready;
  if (banner === null && !signal.aborted) process.exitCode = 1;
  if (banner === null || signal.aborted) return void (await first.ended);
  const workers = [first, ...Array.from({ length: count - 1 }, startWorker)];
  const kept = workers.map(keep);
  await Promise.all(workers.map(({ ready }) => ready));
  tell(banner);
  await Promise.all(kept);
}

function startWorker(): Started {
  const worker = cluster.fork();
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal || `exit code ${code}`));
  });
  const announced = new Promise<string>((resolve) => worker.once('message', resolve));
  return { pid: worker.process.pid, ended, ready: Promise.race([announced, ended.then(() => null)]) };
}
