import { isVisible } from '../db/lookup.js';
import type { Sql } from '../db/sql.js';
import { errors } from '../errors.js';

/** One thing by its public key, or a 404: it does not exist for callers, or has just been taken away. */
export async function findVisible<Row>(
  sql: Sql,
  what: 'Tournament' | 'Club' | 'Player' | 'Battle',
  key: string,
  read: () => Promise<Row | null>,
): Promise<Row> {
  const row = (await isVisible(sql, what, key)) ? await read() : null;
  if (row === null) throw errors.notFound(what);
  return row;
}
