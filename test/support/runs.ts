import { inject } from 'vitest';

/**
 * Number of runs of a property, given that on PostgreSQL. The embedded database runs the same SQL but takes several
 * times as long. `PROPERTIES=long` is the long form.
 */
export function runs(onPostgres: number): number {
  if (process.env.PROPERTIES === 'long') return onPostgres * 4;
  return 'file' in inject('template') ? Math.ceil(onPostgres / 4) : onPostgres;
}
