import { errors } from '../errors.js';
import type { Context } from './context.js';
import { keysMeant } from './global-id.js';

type What = Named | 'Faction';
type Named = 'Tournament' | 'Club' | 'Player' | 'Battle';

/** One thing by its public key, or a 404: for callers it does not exist. */
export async function findVisible<Row>(
  what: What,
  key: string,
  read: (key: string) => Promise<Row | null>,
): Promise<Row> {
  // PostgreSQL has no NUL character, and no key has one.
  const row = key.includes('\0') ? null : await read(key);
  if (row === null) throw errors.notFound(what);
  return row;
}

/** The same by its public key or, unless the caller may not, by its id. */
export function findByEither<Row>(
  what: Named,
  given: string,
  { ownKeys }: Pick<Context, 'ownKeys'>,
  read: (key: string) => Promise<Row | null>,
): Promise<Row> {
  return findVisible(what, given, async (key) => {
    const found = await Promise.all((ownKeys ? [key] : keysMeant(what, key)).map(read));
    return found.find((row) => row !== null) ?? null;
  });
}
