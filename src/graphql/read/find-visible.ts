import { errors } from '../../errors.js';
import type { Context } from '../builder/context.js';
import { candidateKeys } from './global-id.js';

type What = 'Tournament' | 'Club' | 'Player' | 'Battle' | 'Faction';

/** Reads one thing by its public key. Throws a 404 if it is not visible, as if it did not exist. */
export async function findVisible<Row>(
  what: What,
  key: string,
  read: (key: string) => Promise<Row | null>,
): Promise<Row> {
  // PostgreSQL text cannot contain NUL, so no key does.
  const row = key.includes('\0') ? null : await read(key);
  if (row === null) throw errors.notFound(what);
  return row;
}

/** The same by its public key or, unless `keysOnly` is set, by its global id. */
export function findByEither<Row>(
  what: What,
  given: string,
  { keysOnly }: Pick<Context, 'keysOnly'>,
  read: (key: string) => Promise<Row | null>,
): Promise<Row> {
  return findVisible(what, given, async (key) => {
    const found = await Promise.all((keysOnly ? [key] : candidateKeys(what, key)).map(read));
    return found.find((row) => row !== null) ?? null;
  });
}
