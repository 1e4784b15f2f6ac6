// From a key to what is behind it, for all parents together in one statement.
import type { GraphQLResolveInfo } from 'graphql';
import { type ByKey, type Found, type Key, readByKey } from '../db/read/by-key.js';
import type { FieldOf, Model } from '../db/read/model.js';
import { BATTLES, CLUBS, PARTICIPANTS, PLAYERS, STAGES, TOURNAMENTS } from '../db/read/visibility.js';
import { errors } from '../errors.js';
import type { Context } from './context.js';
import { selectOf } from './look-ahead.js';

export const battleById = readerOf(BATTLES);
export const clubBySlug = readerOf(CLUBS);
export const participantById = readerOf(PARTICIPANTS);
export const playerById = readerOf(PLAYERS);
export const stageByKey = readerOf(STAGES);
export const tournamentBySlug = readerOf(TOURNAMENTS);

/** Of something that cannot be without its tournament. */
export async function tournamentOf(slug: string, context: Context, info: GraphQLResolveInfo) {
  const found = await tournamentBySlug(slug, context, info);
  if (!found) throw errors.notFound('Tournament');
  return found;
}

/** With the columns that the document asks for; only the key is sure to be there. */
function readerOf<M extends Model, K extends FieldOf<M>>(of: ByKey<M, K>) {
  type Row = Found<ByKey<M, K>>;
  return (key: Key | null, context: Context, info: GraphQLResolveInfo): Promise<Row | null> => {
    if (key === null) return Promise.resolve(null);
    const select = selectOf(info);
    const readAll = (keys: readonly Key[]) => readByKey(context.sql, of, select, keys) as Promise<(Row | null)[]>;
    return context.loader(info.fieldNodes, readAll, of.by.length > 1 ? String : undefined).load(key);
  };
}
