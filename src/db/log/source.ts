// The log of changes as a process follows it. Triggers leave notes in the writer's transaction; once it has committed,
// `log_head()` gives it the next number.

/** Notified by a transaction that leaves notes. */
export const LOG_CHANNEL = 'log';

export type ChangeSource = {
  /** True if other processes write too, over a connection that can be lost. */
  remote: boolean;
  open(events: LogEvents): Promise<LogReader>;
  /** Deletes notes numbered up to `to` that say no more than later ones; `from` is the `to` of the run before. */
  prune(from: number, to: number): Promise<void>;
};

/** An open connection. `read` numbers what is pending and returns what is above a number; with null, only the head. */
export type LogReader = {
  read(after: number | null): Promise<News>;
  close(): Promise<void>;
};

export type News = {
  head: number;
  /** Token of the last mark: another one if the server or its past is another. */
  mark: string;
  /** Null if anything may have changed. */
  tags: string[] | null;
  imports: number;
};

type LogEvents = {
  /** Called when there may be something to read. */
  onNotice(): void;
  /** Called when the connection is lost; the reader can no longer be used. */
  onLost(): void;
};
