/** The database cannot be used, and the message says to the operator why and what to do. */
export class DbError extends Error {}
