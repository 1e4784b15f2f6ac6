// Loads rows by key, with one statement for all parents of a field.
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import type { Key } from '../../db/one-statement/by-key.js';
import type { ModelName } from '../../db/one-statement/extension.js';
import { createMemo } from '../../db/one-statement/memo.js';
import type { Columns, FieldOf } from '../../db/one-statement/model.js';
import { errors } from '../../errors.js';
import { type Staged, stagesInOrder } from '../../standings/stage.js';
import type { Context } from '../builder/context.js';
import { selectOf } from '../builder/look-ahead.js';

export const battleById = readerOf('battle', 'id');
export const clubBySlug = readerOf('club', 'slug');
export const factionBySlug = readerOf('faction', 'slug');
export const participantById = readerOf('participant', 'id');
export const participantByEntry = readerOf('participant', 'tournamentSlug', 'entry');
export const playerById = readerOf('player', 'id');
export const stageByKey = readerOf('stage', 'tournamentSlug', 'id');
export const teamByName = readerOf('team', 'tournamentSlug', 'name');
export const tournamentBySlug = readerOf('tournament', 'slug');

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
    return context.prisma.factionSpelling.read({
      by: 'spelling',
      spelledBy: 'faction_spelling',
      keys: names,
      select: select as { faction: { select: { slug: true } } },
    });
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
  const readAll = (slugs: readonly string[]) => context.prisma.tournament.read({ by: 'slug', keys: slugs, select });
  const tournament = await context.loader(select, readAll).load(slug);
  return tournament && (stagesInOrder(tournament as unknown as Staged).find((stage) => stage.id === id) ?? null);
}

const stagedSelect = createMemo<object>();

/**
 * Returns a loader of rows with the columns that the document selects; only the key is always present. `type` is the
 * object type to read where the field is abstract.
 */
function readerOf<Name extends ModelName, Field extends FieldOf<Capitalize<Name>>>(model: Name, ...fields: Field[]) {
  type Row = Pick<Columns<Capitalize<Name>>, Field>;
  const by = fields.join('_') as Field;
  return (
    key: Key | null,
    context: Context,
    info: GraphQLResolveInfo,
    type?: GraphQLObjectType,
  ): Promise<Row | null> => {
    if (key === null) return Promise.resolve(null);
    const select = selectOf(info, { type });
    const isRelated = type === undefined && info.parentType !== info.schema.getQueryType();
    const readAll = (keys: readonly Key[]) => {
      context.count(keys.length);
      return context.prisma[model].read({ by, keys, select, isRelated }) as Promise<(Row | null)[]>;
    };
    return context.loader(type ? select : info.fieldNodes, readAll, fields.length > 1 ? joined : undefined).load(key);
  };
}

/** No text of the database contains a NUL. */
const joined = (key: Key): string => [key].flat().join('\0');
