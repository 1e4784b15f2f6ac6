// From a key to what is behind it, for all parents together in one statement.
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.js';
import { BATTLE } from '../db/battle.js';
import { CLUB } from '../db/club.js';
import { type Noun, readByKey } from '../db/noun.js';
import { TOURNAMENT, type TournamentRow } from '../db/tournament.js';
import { errors } from '../errors.js';
import type { Stage } from '../standings/stage.js';
import { battleParts, clubParts, type PartsOf, tournamentParts } from './parts.js';
import { placeOf } from './place.js';

export const battleById = rowByKey(BATTLE, battleParts);
export const clubBySlug = rowByKey(CLUB, clubParts);
export const tournamentBySlug = rowByKey(TOURNAMENT, tournamentParts);

/** Of something that cannot be without its tournament, unless both were taken away or hidden just now. */
export async function tournamentOf(slug: string, context: Context, info: GraphQLResolveInfo): Promise<TournamentRow> {
  const found = await tournamentBySlug(slug, context, info);
  if (!found) throw errors.notFound('Tournament');
  return found;
}

const STAGES = new Set(['stages'] as const);

export async function stageByKey(
  tournamentSlug: string | null,
  id: string | null,
  context: Context,
): Promise<Stage | null> {
  if (tournamentSlug === null || id === null) return null;
  const tournament = await context
    .loader('stagesByTournament', (slugs: readonly string[]) => readByKey(context.sql, TOURNAMENT, STAGES, slugs))
    .load(tournamentSlug);
  return tournament?.stages.find((stage) => stage.id === id) ?? null;
}

export const playerById = (query: object, id: string | null, context: Context, info: GraphQLResolveInfo) =>
  load(query, id, context, info, idOf<string>, (ids, columns) =>
    context.prisma.player.findMany({ ...columns, where: { id: { in: ids } } }),
  );

/** Somebody who is listed has not been removed, unless it happened just now. */
export async function organizingPlayer(query: object, id: string, context: Context, info: GraphQLResolveInfo) {
  const found = await playerById(query, id, context, info);
  if (!found) throw errors.notFound('Player');
  return found;
}

export const participantById = (query: object, id: number | null, context: Context, info: GraphQLResolveInfo) =>
  load(query, id, context, info, idOf<number>, (ids, columns) =>
    context.prisma.participant.findMany({ ...columns, where: { id: { in: ids } } }),
  );

/** With the parts the caller asks for. */
function rowByKey<Row, Part extends string>(noun: Noun<Row, Part>, partsOf: PartsOf<Part>) {
  return (key: string | null, context: Context, info: GraphQLResolveInfo): Promise<Row | null> => {
    if (key === null) return Promise.resolve(null);
    const parts = partsOf(info);
    return context
      .loader(placeOf(info), (keys: readonly string[]) => readByKey(context.sql, noun, parts, keys))
      .load(key);
  };
}

const idOf = <Id>({ id }: { id: Id }): Id => id;

/** With the columns the caller selected. */
function load<Key, Row>(
  query: object,
  key: Key | null,
  context: Context,
  info: GraphQLResolveInfo,
  keyOf: (row: Row) => Key,
  read: (keys: Key[], columns: object) => Promise<Row[]>,
): Promise<Row | null> {
  // Every parent is asked for the same columns; taking them here tells the plugin that its query is used.
  const columns = { ...query };
  if (key === null) return Promise.resolve(null);
  return context
    .loader(placeOf(info), async (keys: readonly Key[]) => {
      const rows = new Map((await read([...keys], columns)).map((row) => [keyOf(row), row]));
      return keys.map((wanted) => rows.get(wanted) ?? null);
    })
    .load(key);
}
