// Everything that observes a serving process: log, metrics and traces. Modules that are not needed are not loaded.
import type { Config } from '../config.js';
import type { Db } from '../db/client.js';
import type { Endpoint } from '../http/endpoint.js';
import type { Log } from './log.js';
import type { Measured } from './metrics.js';
import { createMetricsPage } from './metrics-page.js';
import { requestLines } from './request-line.js';
import { createWatch, type Watch } from './watch.js';

export type Observers = {
  watch: Watch;
  /** The endpoint on the service's own port; null if metrics are off or have a port of their own. */
  metricsPage: Endpoint | null;
  /** Called once there is something to measure. */
  begin(app: Measured, db: Db): Promise<void>;
  /** Called when a run that derives data has ended. */
  derived(result: 'done' | 'failed', ms: number): void;
  close(): Promise<void>;
};

export async function createObservers(config: Pick<Config, 'metrics' | 'tracesFrom'>, log: Log): Promise<Observers> {
  const { host, port, token } = config.metrics;
  const wanted = port !== null || token !== null;
  const metrics = wanted ? (await import('./metrics.js')).createMetrics() : null;
  const page = metrics && createMetricsPage(() => metrics.registry.metrics(), token);
  const tracing = config.tracesFrom === null ? null : (await import('./tracing.js')).createTracing(config.tracesFrom);
  const closing: (() => Promise<void> | void)[] = [];
  if (tracing) closing.push(tracing.close);
  return {
    watch: createWatch({
      write: requestLines(log),
      count: metrics?.count ?? null,
      countOpened: metrics?.opened ?? null,
      trace: tracing?.trace ?? null,
    }),
    metricsPage: port === null ? page : null,
    derived: (result, ms) => metrics?.derived(result, ms),
    async begin(app, db) {
      metrics?.read(app, db);
      if (!page || port === null) return;
      const { listenForMetrics } = await import('./metrics-server.js');
      closing.push(await listenForMetrics(page, host, port, log));
    },
    async close() {
      // A collector that does not respond must not prevent the rest from being closed.
      await Promise.all(closing.map(async (close) => close())).catch((error) =>
        log.warn({ err: error }, 'Traces or metrics could not be closed'),
      );
    },
  };
}
