import { inject } from 'vitest';

/**
 * Number of runs of a property: half of those given on PostgreSQL, a quarter on the embedded database, which takes
 * several times as long for the same SQL. `PROPERTIES=long` is the long form.
 */
export function runs(given: number): number {
  if (process.env.PROPERTIES === 'long') return given * 4;
  return Math.ceil(given / ('file' in inject('template') ? 4 : 2));
}
