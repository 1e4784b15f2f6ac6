// Metrics for Prometheus. Labels are route patterns and names of our own, so that callers cannot create new label
// values.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../db/client.js';
import { type Call, NO_ROUTE } from '../http/call.js';
import type { Feed } from '../invalidation/feed.js';

export type Metrics = {
  registry: Registry;
  count(call: Call, status: number, ms: number): void;
  /** A stream has been opened. */
  opened(call: Call): void;
  /** A run that brings ratings and places up to date has ended. */
  derived(result: 'done' | 'failed', ms: number): void;
  /** Adds gauges that are read only when the metrics are collected. */
  read(app: Measured, db: Pick<Db, 'connections'>): void;
};

export type Measured = {
  feed: Pick<Feed, 'isLive' | 'lagMs' | 'subscribe'>;
  streams: { size(): number };
  places: { inUse(): number };
  visitors: { recent(): number };
};

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Runs in the background; one over all weeks of a large database takes minutes. */
const RUN_SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900];
const STATEMENTS = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
    new Histogram({ name, help, buckets, labelNames, registers });

  const requests = counter('gateway_requests_total', 'Requests that were answered.', 'api', 'route', 'status');
  // Without labels, so that it is there, and 0, before the first: Prometheus takes a new series for no increase.
  const faults = counter('gateway_faults_total', 'Requests that ended in an unexpected error.');
  const durationHelp = 'Time from the headers of the request to the end of the answer.';
  const duration = histogram('gateway_request_duration_seconds', durationHelp, SECONDS, 'api', 'route');
  const answersHelp = 'Operations whose answer was remembered (hit) or had to be computed (miss).';
  const answers = counter('gateway_remembered_total', answersHelp, 'api', 'result');
  const sqlHelp = 'SQL statements of a request whose answer was not remembered.';
  const sql = histogram('gateway_operation_sql_statements', sqlHelp, STATEMENTS, 'api', 'operation');
  const refusalsHelp = 'Requests that were refused although they asked for nothing wrong.';
  const refusals = counter('gateway_refusals_total', refusalsHelp, 'reason');
  const streamsOpened = counter('gateway_streams_opened_total', 'Streams that were opened.', 'route');
  const runsHelp = 'Runs of this process that bring ratings and places up to date.';
  const runs = histogram('gateway_derived_run_duration_seconds', runsHelp, RUN_SECONDS, 'result');
  const changesHelp =
    'Writes that this process has learnt of: of some things, or of so much that all may have changed, as by an import.';
  const changes = counter('gateway_changes_total', changesHelp, 'of');
  const importsHelp = 'Imports that this process has learnt of, also those that changed nothing.';
  const imports = counter('gateway_imports_total', importsHelp);
  const feedOpened = counter('gateway_feed_opened_total', 'Times that this process began to listen for changes.');
  const changed = new Gauge({
    name: 'gateway_changed_timestamp_seconds',
    help: 'When this process last learnt of a write.',
    registers,
  });

  return {
    registry,
    opened: ({ route }) => streamsOpened.inc({ route }),
    derived: (result, ms) => runs.observe({ result }, ms / 1_000),
    count({ route, operation, keyId, remembered, streamed, waited, statements, refusal }, status, ms) {
      const api = labelOf(route);
      requests.inc({ api, route, status });
      if (status === 500) faults.inc();
      const reason = refusal ?? REASONS[status];
      if (reason) refusals.inc({ reason });
      if (streamed) return;
      if (!waited) duration.observe({ api, route }, ms / 1_000);
      if (operation !== null) answers.inc({ api, result: remembered ? 'hit' : 'miss' });
      if (!remembered && keyId !== null) sql.observe({ api, operation: operation ?? NO_ROUTE }, statements);
    },
    read({ feed, streams, places, visitors }, db) {
      feed.subscribe((tags, _head, imported = 0) => {
        if (!feed.isLive()) return feedOpened.inc();
        imports.inc(imported);
        changes.inc({ of: tags === null ? 'much' : 'some' });
        changed.setToCurrentTime();
      });
      gauge('gateway_visitors_recent', 'Addresses of visitors in the last minute.', visitors.recent);
      gauge('gateway_requests_in_progress', 'Requests that hold a place.', places.inUse);
      gauge('gateway_streams_open', 'Streams that are open.', streams.size);
      gauge('gateway_feed_lag_seconds', 'Time since the change feed last answered.', () => feed.lagMs() / 1_000);
      gauge('gateway_feed_trusted', '1 while answers are remembered.', () => Number(feed.isLive()));
      if (db.connections() === null) return;
      const use = (state: 'total' | 'idle' | 'waiting') => () => db.connections()?.[state] ?? 0;
      gauge('gateway_pool_connections', 'Connections to the database.', use('total'));
      gauge('gateway_pool_idle_connections', 'Connections that are idle now.', use('idle'));
      gauge('gateway_pool_waiting_requests', 'Statements that wait for a connection.', use('waiting'));
    },
  };

  function gauge(name: string, help: string, read: () => number): void {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) });
  }
}

/** Of refusals within a GraphQL response, only the status is known. */
const REASONS: Record<number, string> = { 401: 'key', 429: 'budget', 503: 'unavailable', 504: 'slow' };

function labelOf(route: string): string {
  if (route.startsWith('/api/')) return 'rest';
  if (route === '/graphql') return 'graphql';
  return route === NO_ROUTE ? NO_ROUTE : 'page';
}
