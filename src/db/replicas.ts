// Which replica an answer may be read from. Not one that lags, and above all not one that still lacks a change that this
// process has been told of: what is made from its rows would be remembered as true. So after every change the primary is
// asked where it stands, and only a replica that has replayed as far is chosen.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.js';
import type { Db } from './client.js';
import { createEye, createReplica, type Reader, type Replica } from './replica.js';
import { readPrimaryPosition } from './wal.js';

export type Replicas = {
  /** One that shows all changes told until now, or null when there is none. */
  choose(): Promise<Reader | null>;
  /** Something has changed. */
  outdate(): void;
  close(): Promise<void>;
};

type Tell = (message: string) => void;
type ReplicaConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databasePoolSize' | 'databaseReplicaUrls' | 'replicaMaxLagMs'
>;

/** How often every server is asked where it stands. */
const BEAT_MS = 250;
/** Between two beats they are asked when an answer needs it, but not more often than this, and not waited for longer. */
const AGAIN_MS = 20;
const WAIT_MS = 50;

/** The database with its replicas, which are found and lost as they come and go. */
export async function withReplicas(db: Db, config: ReplicaConfig, tell: Tell): Promise<Db> {
  if (config.databaseUrl === null || config.databaseReplicaUrls.length === 0) return db;
  const replicas = await openReplicas(config.databaseDirectUrl ?? config.databaseUrl, config, tell);
  return {
    ...db,
    replicas,
    async close() {
      await replicas.close();
      await db.close();
    },
  };
}

async function openReplicas(primaryUrl: string, config: ReplicaConfig, tell: Tell): Promise<Replicas> {
  const eye = createEye(primaryUrl);
  const primary: Primary = { system: null, marks: [] };
  const followers = config.databaseReplicaUrls.map((url) =>
    follow(createReplica(url, config.databasePoolSize), primary, config.replicaMaxLagMs, tell),
  );
  let told = 0;
  /** Where the primary stood when so many changes had been told. */
  let floor = { told: -1, position: Number.POSITIVE_INFINITY };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = Promise.resolve();
  let turn = 0;

  const lookAtPrimary = shared(async () => {
    const before = { told, at: performance.now() };
    const { system, inserted, flushed } = await readPrimaryPosition(eye.sql);
    floor = { told: before.told, position: inserted };
    primary.system = system;
    const oldest = before.at - config.replicaMaxLagMs;
    primary.marks = [...primary.marks.filter(({ at }) => at >= oldest), { at: before.at, position: flushed }];
  });

  function look(): Promise<void> {
    lookedAt = performance.now();
    looking = lookAtPrimary()
      .catch(() => undefined)
      .then(() => Promise.all(followers.map((follower) => follower.look())))
      .then(() => undefined);
    return looking;
  }

  function pick(): Reader | null {
    if (floor.told !== told) return null;
    const able = followers.filter((follower) => follower.shows(floor.position));
    turn += 1;
    return able[turn % able.length]?.reader() ?? null;
  }

  const beat = setInterval(look, BEAT_MS).unref();
  await look();
  return {
    async choose() {
      const picked = pick();
      if (picked || !followers.some((follower) => follower.isUsed())) return picked;
      if (performance.now() - lookedAt < AGAIN_MS) return null;
      await Promise.race([look(), sleep(WAIT_MS, undefined, { ref: false })]);
      return pick();
    },
    outdate() {
      told += 1;
    },
    async close() {
      clearInterval(beat);
      await looking;
      await eye.close();
      await Promise.all(followers.map((follower) => follower.close()));
    },
  };
}

/** Where the primary stood at which times, the oldest first. */
type Primary = { system: string | null; marks: { at: number; position: number }[] };

type Follower = Pick<Replica, 'reader' | 'close'> & {
  look(): Promise<void>;
  isUsed(): boolean;
  shows(position: number): boolean;
};

/** A replica and what is known of it, from when on it is used and when it is left out. */
function follow(replica: Replica, primary: Primary, maxLagMs: number, tell: Tell): Follower {
  let used: boolean | null = null;
  let replayed = Number.NEGATIVE_INFINITY;
  /** It shows everything that was committed before. */
  let currentAt = Number.NEGATIVE_INFINITY;

  const lagMs = () => performance.now() - currentAt;

  /** Null when nothing is wrong with it. */
  async function look(): Promise<string | null> {
    const position = await replica.look();
    if (primary.system === null) return 'the primary does not answer';
    if (position.system !== primary.system) return 'it is not a copy of the primary';
    if (position.replayed === null) return 'it is not a standby';
    replayed = position.replayed;
    currentAt = primary.marks.findLast((mark) => mark.position <= replayed)?.at ?? Number.NEGATIVE_INFINITY;
    // Once left out it has to do better, or one that is just at the bound would come and go.
    return lagMs() <= (used === false ? maxLagMs / 2 : maxLagMs) ? null : `it is more than ${maxLagMs} ms behind`;
  }

  return {
    reader: replica.reader,
    close: replica.close,
    isUsed: () => used === true,
    shows: (position) => used === true && replayed >= position && lagMs() <= maxLagMs,
    look: shared(async () => {
      const problem = await look().catch((error: Error) => error.message || 'it does not answer');
      if (used !== (problem === null)) {
        tell(
          `${replica.place} is ${problem === null ? 'read from, as a replica' : `left out as a replica: ${problem}`}`,
        );
      }
      used = problem === null;
    }),
  };
}

/** While it is under way, everybody waits for the same one. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  return () => {
    underWay ??= work().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
