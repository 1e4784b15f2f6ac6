/** The database cannot be used, and the message says to the operator why and what to do. */
export class DbError extends Error {}

/** The embedded database is not there for the moment. The code is what a server says that goes away. */
export class DbGoneError extends DbError {
  readonly code = '57P01';
}

/** A statement was not waited for any longer, and may still run to its end. The code is what a server says of one. */
export class DbTimeoutError extends Error {
  readonly code = '57014';
}
