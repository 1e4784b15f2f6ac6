import { inject } from 'vitest';

/**
 * How often a property of the data is tried, given how often it is on PostgreSQL. The embedded database runs the same SQL
 * and takes several times as long for it. `PROPERTIES=long` is the long form.
 */
export function runs(onPostgres: number): number {
  if (process.env.PROPERTIES === 'long') return onPostgres * 4;
  return 'file' in inject('template') ? Math.ceil(onPostgres / 4) : onPostgres;
}
