// Loads rows by key, with one statement for all parents of a field.
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { type ByKey, type Found, type Key, readByKey } from '../../db/read/by-key.js';
import { createMemo } from '../../db/read/memo.js';
import type { FieldOf, Model } from '../../db/read/model.js';
import {
  BATTLES,
  CLUBS,
  FACTIONS,
  FACTIONS_BY_NAME,
  PARTICIPANTS,
  PARTICIPANTS_BY_ENTRY,
  PLAYERS,
  STAGES,
  TOURNAMENTS,
} from '../../db/read/visibility.js';
import { errors } from '../../errors.js';
import { type Staged, stagesInOrder } from '../../standings/stage.js';
import type { Context } from '../builder/context.js';
import { selectOf } from '../builder/look-ahead.js';

export const battleById = readerOf(BATTLES);
export const clubBySlug = readerOf(CLUBS);
export const factionBySlug = readerOf(FACTIONS);
export const participantById = readerOf(PARTICIPANTS);
export const participantByEntry = readerOf(PARTICIPANTS_BY_ENTRY);
export const playerById = readerOf(PLAYERS);
export const stageByKey = readerOf(STAGES);
export const tournamentBySlug = readerOf(TOURNAMENTS);

/** For rows that always have a tournament: throws a 404 instead of returning null. */
export async function tournamentOf(slug: string, context: Context, info: GraphQLResolveInfo) {
  const found = await tournamentBySlug(slug, context, info);
  if (!found) throw errors.notFound('Tournament');
  return found;
}

/** The same for rows that always have a player. */
export async function playerOf(id: string, context: Context, info: GraphQLResolveInfo) {
  const found = await playerById(id, context, info);
  if (!found) throw errors.notFound('Player');
  return found;
}

/** A faction under any of its spellings. */
export async function factionByName(name: string | null, context: Context, info: GraphQLResolveInfo) {
  if (name === null) return null;
  const select = selectOf(info, { through: 'faction' });
  const readAll = (names: readonly string[]) => {
    context.count(names.length);
    return readByKey(context.sql, FACTIONS_BY_NAME, select as { faction: { select: { slug: true } } }, names);
  };
  return (await context.loader(info.fieldNodes, readAll).load(name))?.faction ?? null;
}

/** Reads a stage through its tournament, whose status decides whether it has final standings, with or without a row. */
export async function shownStage(key: Key, context: Context, info: GraphQLResolveInfo, type: GraphQLObjectType) {
  const [slug, id] = key as readonly [string, string];
  const inside = selectOf(info, { type });
  const select = stagedSelect(inside, null, () => ({
    slug: true,
    status: true,
    stages: { select: { ...inside, position: true } },
  }));
  const readAll = (slugs: readonly string[]) => readByKey(context.sql, TOURNAMENTS, select, slugs);
  const tournament = await context.loader(select, readAll).load(slug);
  return tournament && (stagesInOrder(tournament as unknown as Staged).find((stage) => stage.id === id) ?? null);
}

const stagedSelect = createMemo<object>();

/**
 * Returns a loader of rows with the columns that the document selects; only the key is always present. `type` is the
 * object type to read where the field is abstract.
 */
function readerOf<M extends Model, K extends FieldOf<M>>(of: ByKey<M, K>) {
  type Row = Found<ByKey<M, K>>;
  return (
    key: Key | null,
    context: Context,
    info: GraphQLResolveInfo,
    type?: GraphQLObjectType,
  ): Promise<Row | null> => {
    if (key === null) return Promise.resolve(null);
    const select = selectOf(info, { type });
    const readAll = (keys: readonly Key[]) => {
      context.count(keys.length);
      return readByKey(context.sql, of, select, keys) as Promise<(Row | null)[]>;
    };
    return context.loader(type ? select : info.fieldNodes, readAll, of.by.length > 1 ? String : undefined).load(key);
  };
}
