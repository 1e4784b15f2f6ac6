import { errors } from '../errors.js';

/** One thing by its public key, or a 404: for callers it does not exist. */
export async function findVisible<Row>(
  what: 'Tournament' | 'Club' | 'Player' | 'Battle',
  key: string,
  read: (key: string) => Promise<Row | null>,
): Promise<Row> {
  // PostgreSQL has no NUL character, and no key has one.
  const row = key.includes('\0') ? null : await read(key);
  if (row === null) throw errors.notFound(what);
  return row;
}
