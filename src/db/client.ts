// What the rest of the process knows of its database, whichever of the two it is.
import type { ChangeSource } from './changes.js';
import type { PrismaClient } from './generated/client.js';
import type { OpenSnapshot } from './snapshot.js';
import type { SqlConnection } from './sql.js';

export type Db = {
  prisma: PrismaClient;
  sql: SqlConnection;
  /** What an operation reads from. */
  snapshot: OpenSnapshot;
  /** Tells what others have written. */
  changes: ChangeSource;
  /** Copies that answers may be read from. */
  replicas?: Replicas;
  /** Whether the data is this process's alone, in a folder of its own. */
  embedded: boolean;
  /** The address at which connections of one's own are opened, without a pooler; null for the embedded database. */
  directUrl: string | null;
  /** Where the data lies, for people; no password in it. */
  location: string;
  /** How its connections are used; null when it has none. */
  connections(): { total: number; idle: number; waiting: number } | null;
  close(): Promise<void>;
};

/** What an answer can be read from. */
export type Reader = Pick<Db, 'snapshot'>;

export type Replicas = {
  /** One that shows all changes told until now and the log up to `after`, or null when there is none. */
  choose(after: number): Promise<Reader | null>;
  /** Something has changed. */
  outdate(): void;
  close(): Promise<void>;
};
