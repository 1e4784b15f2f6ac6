/** The database cannot be used; the message tells the operator why and what to do. */
export class DbError extends Error {}

/** The embedded database is temporarily unavailable. The code is that of a PostgreSQL server that shuts down. */
export class DbGoneError extends DbError {
  readonly code = '57P01';
}

/** A statement timed out, and may still run to completion. The code is PostgreSQL's for a cancelled statement. */
export class DbTimeoutError extends Error {
  readonly code = '57014';
}
