// The database as the rest of the process sees it, whether PostgreSQL or the embedded one.
import type { ChangeSource } from './log/source.js';
import type { createPrisma } from './prisma.js';
import type { Condition, OpenSnapshot } from './snapshot.js';
import type { SqlConnection } from './sql.js';

/** `modelsOn` binds Prisma's models to a snapshot that an operation reads from. */
export type Db = ReturnType<typeof createPrisma> & {
  sql: SqlConnection;
  /** Opens the snapshot that an operation reads from. */
  snapshot: OpenSnapshot;
  changes: ChangeSource;
  /** Replicas that answers may be read from. */
  replicas?: Replicas;
  /** True if the data belongs to this process alone, in a folder of its own. */
  embedded: boolean;
  /** The process that has the embedded data open and runs the statements, if it is another. */
  holder?: string;
  /** URL for dedicated connections that bypass the pooler; null for the embedded database. */
  directUrl: string | null;
  /** Where the data is, for display; contains no password. */
  location: string;
  /** Number of operations that it serves at once, each on a connection of its own. */
  atOnce: number;
  /** Connection pool usage; null when there is no pool. */
  connections(): { total: number; idle: number; waiting: number } | null;
  close(): Promise<void>;
};

export type Reader = Pick<Db, 'snapshot'>;

/** What this process knows of the log. */
export type KnownLog = {
  /** False if that may be too little. */
  isLive(): boolean;
  head(): number;
  /** The token of the last mark. */
  mark(): string | null;
};

export type Replicas = {
  /** Begins to look at the replicas, and to leave out those that lag. */
  follow(log: KnownLog): void;
  /**
   * Returns a replica to read from on the condition that its log goes as far as this one, and up to `after`; null if there
   * is none.
   */
  choose(log: KnownLog, after: number): (Reader & { condition: Condition }) | null;
  close(): Promise<void>;
};
