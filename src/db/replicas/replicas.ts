// Chooses the replica that an operation is tried on. Whether it is as far as this process, or the caller, knows the log to
// be is read in the operation's own snapshot; so nothing has to be known of a replica beforehand, and one that has lost
// something or was promoted is not read from. Replicas that are down or lag are left out, which is reported.
import type { Config } from '../../config.js';
import type { Db, KnownLog, Replicas } from '../client.js';
import type { Condition } from '../snapshot.js';
import type { WatchStatement } from '../watched.js';
import { createReplica, type Replica, STATE, type State } from './replica.js';

type Report = (message: string) => void;
type ReplicaConfig = Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'databaseReplicaUrls' | 'replicaMaxLagMs'> &
  Partial<Pick<Config, 'statementTimeoutMs'>>;

/** Interval at which every replica is asked how far it is. */
const BEAT_MS = 250;
/** A replica that was behind is not tried again for so long. */
const AGAIN_MS = 20;

/** Adds replicas to the database; they are used or left out as they come and go. */
export function withReplicas(db: Db, config: ReplicaConfig, report: Report, watch: WatchStatement | null = null): Db {
  if (config.databaseUrl === null || config.databaseReplicaUrls.length === 0) return db;
  const replicas = openReplicas(config, report, watch);
  return {
    ...db,
    replicas,
    async close() {
      await replicas.close();
      await db.close();
    },
  };
}

function openReplicas(config: ReplicaConfig, report: Report, watch: WatchStatement | null): Replicas {
  const { databasePoolSize: poolSize, statementTimeoutMs, replicaMaxLagMs } = config;
  /** Heads of the log as they were known, oldest first. */
  let heads: Known[] = [];
  let looking: Promise<unknown> = Promise.resolve();
  let beat: NodeJS.Timeout | undefined;
  let turn = 0;
  const tracked = config.databaseReplicaUrls.map((url) =>
    track(createReplica(url, { poolSize, statementTimeoutMs, watch }), replicaMaxLagMs, report),
  );

  function look(known: KnownLog): void {
    const now = performance.now();
    heads = [...heads.filter(({ at }) => now - at <= replicaMaxLagMs), { at: now, head: known.head() }];
    looking = Promise.all(tracked.map((replica) => replica.look(known, heads)));
  }

  return {
    follow(log) {
      clearInterval(beat);
      beat = setInterval(look, BEAT_MS, log).unref();
      look(log);
    },
    choose(log, after) {
      if (!log.isLive() || after === Number.POSITIVE_INFINITY) return null;
      const able = tracked.filter((replica) => replica.mayShow(Math.max(log.head(), after)));
      turn += 1;
      return able[turn % able.length]?.reading(log, after) ?? null;
    },
    async close() {
      clearInterval(beat);
      await looking;
      await Promise.all(tracked.map((replica) => replica.close()));
    },
  };
}

type Known = { at: number; head: number };

function track(replica: Replica, maxLagMs: number, report: Report) {
  let used: boolean | null = null;
  /** The last time of which it had everything. */
  let currentAt = Number.NEGATIVE_INFINITY;
  let last = { at: Number.NEGATIVE_INFINITY, head: 0 };

  /** Returns what is wrong with the replica, or null. */
  async function look(log: KnownLog, heads: readonly Known[]): Promise<string | null> {
    const { isStandby, head, token } = await replica.look();
    if (!isStandby) return 'it is not a standby';
    if (!log.isLive()) return 'nothing is known of the primary';
    if (token === log.mark()) currentAt = heads.findLast((known) => known.head <= head)?.at ?? currentAt;
    if (currentAt === Number.NEGATIVE_INFINITY) return 'it is not a copy of the primary';
    // Hysteresis: once left out it must come below half the bound, or a replica near the bound would flap.
    const bound = used === false ? maxLagMs / 2 : maxLagMs;
    return performance.now() - currentAt <= bound ? null : `it is more than ${maxLagMs} ms behind`;
  }

  return {
    close: replica.close,
    mayShow: (head: number) => used === true && (last.head >= head || performance.now() - last.at >= AGAIN_MS),
    reading(log: KnownLog, after: number) {
      const reader = replica.reader();
      const condition: Condition<State> = {
        statement: STATE,
        holds({ isStandby, head, token }) {
          last = { at: performance.now(), head };
          return isStandby && token === log.mark() && head >= Math.max(log.head(), after);
        },
      };
      return reader && { ...reader, condition };
    },
    async look(log: KnownLog, heads: readonly Known[]) {
      const problem = await look(log, heads).catch((error: Error) => error.message || 'it does not answer');
      if (used !== (problem === null)) {
        const how = problem === null ? 'read from, as a replica' : `left out as a replica: ${problem}`;
        report(`${replica.location} is ${how}`);
      }
      used = problem === null;
    },
  };
}
