// Chooses the replica that an answer may be read from. It must not lag, and above all it must not lack a change that
// this process has been notified of, because the stale answer would be remembered. So after every change the primary is
// asked for its WAL position, and only a replica that has replayed that far is chosen.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.js';
import type { Db, Reader, Replicas } from '../client.js';
import { singleFlight } from '../single-flight.js';
import type { WatchStatement } from '../watched.js';
import { createMonitor, createReplica } from './replica.js';
import { type Primary, trackReplica } from './tracked-replica.js';
import { readPrimaryPosition } from './wal.js';

type Report = (message: string) => void;
type ReplicaConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databasePoolSize' | 'databaseReplicaUrls' | 'replicaMaxLagMs'
> &
  Partial<Pick<Config, 'statementTimeoutMs'>>;

/** Interval at which every server is asked for its position. */
const BEAT_MS = 250;
/** Between beats, servers are asked when an answer needs it, at most every AGAIN_MS, waiting at most WAIT_MS. */
const AGAIN_MS = 20;
const WAIT_MS = 50;

/** Adds replicas to the database; they are used or left out as they come and go. */
export async function withReplicas(
  db: Db,
  config: ReplicaConfig,
  report: Report,
  watch: WatchStatement | null = null,
): Promise<Db> {
  if (config.databaseUrl === null || config.databaseReplicaUrls.length === 0) return db;
  const replicas = await openReplicas(config.databaseDirectUrl ?? config.databaseUrl, config, report, watch);
  return {
    ...db,
    replicas,
    async close() {
      await replicas.close();
      await db.close();
    },
  };
}

async function openReplicas(
  primaryUrl: string,
  config: ReplicaConfig,
  report: Report,
  watch: WatchStatement | null,
): Promise<Replicas> {
  const monitor = createMonitor(primaryUrl);
  const primary: Primary = { system: null, marks: [] };
  const { databasePoolSize: poolSize, statementTimeoutMs } = config;
  const options = { poolSize, statementTimeoutMs, watch };
  const tracked = config.databaseReplicaUrls.map((url) =>
    trackReplica(createReplica(url, options), primary, config.replicaMaxLagMs, report),
  );
  let notified = 0;
  /** The primary's position after this number of notifications. */
  let floor = { notified: -1, position: Number.POSITIVE_INFINITY };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = Promise.resolve();
  let turn = 0;

  const lookAtPrimary = singleFlight(async () => {
    const before = { notified, at: performance.now() };
    const { system, inserted, flushed } = await readPrimaryPosition(monitor.sql);
    floor = { notified: before.notified, position: inserted };
    primary.system = system;
    const oldest = before.at - config.replicaMaxLagMs;
    primary.marks = [...primary.marks.filter(({ at }) => at >= oldest), { at: before.at, position: flushed }];
  });

  async function lookAtAll(): Promise<void> {
    await lookAtPrimary().catch(() => undefined);
    await Promise.all(tracked.map((replica) => replica.look()));
  }

  function look(): Promise<void> {
    lookedAt = performance.now();
    looking = lookAtAll();
    return looking;
  }

  function pick(after: number): Reader | null {
    if (floor.notified !== notified) return null;
    const able = tracked.filter((replica) => replica.shows(Math.max(floor.position, after)));
    turn += 1;
    return able[turn % able.length]?.reader() ?? null;
  }

  const beat = setInterval(look, BEAT_MS).unref();
  await look();
  return {
    async choose(after) {
      if (after === Number.POSITIVE_INFINITY) return null;
      const picked = pick(after);
      if (picked || !tracked.some((replica) => replica.isUsed())) return picked;
      if (performance.now() - lookedAt < AGAIN_MS) return null;
      await Promise.race([look(), sleep(WAIT_MS, undefined, { ref: false })]);
      return pick(after);
    },
    outdate() {
      notified += 1;
    },
    async close() {
      clearInterval(beat);
      await looking;
      await monitor.close();
      await Promise.all(tracked.map((replica) => replica.close()));
    },
  };
}
