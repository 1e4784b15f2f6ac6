// From a key to the row behind it, for rows that are computed and so have no relation to follow: one statement for
// all of them, with the columns the caller selected.
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.js';
import { errors } from '../errors.js';
import { placeOf } from './place.js';

type Read<Key, Row> = (keys: Key[], columns: object) => Promise<Row[]>;

function load<Key, Row>(
  query: object,
  key: Key | null,
  context: Context,
  info: GraphQLResolveInfo,
  keyOf: (row: Row) => Key,
  read: Read<Key, Row>,
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

export const playerById = (query: object, id: string | null, context: Context, info: GraphQLResolveInfo) =>
  load(query, id, context, info, idOf<string>, (ids, columns) =>
    context.prisma.player.findMany({ ...columns, where: { id: { in: ids } } }),
  );

export const participantById = (query: object, id: number | null, context: Context, info: GraphQLResolveInfo) =>
  load(query, id, context, info, idOf<number>, (ids, columns) =>
    context.prisma.participant.findMany({ ...columns, where: { id: { in: ids } } }),
  );

export const battleById = (query: object, id: string | null, context: Context, info: GraphQLResolveInfo) =>
  load(query, id, context, info, idOf<string>, (ids, columns) =>
    context.prisma.battle.findMany({ ...columns, where: { id: { in: ids } } }),
  );

type StageKey = { tournamentSlug: string; id: string };

export async function stageByKey(query: object, stage: StageKey, context: Context, info: GraphQLResolveInfo) {
  const found = await load(query, stageText(stage), context, info, stageText, (texts, columns) =>
    context.prisma.stage.findMany({ ...columns, where: { OR: texts.map(stageKey) } }),
  );
  // Standings always have a stage, unless it was taken away since they were read.
  if (!found) throw errors.noStandings();
  return found;
}

const idOf = <Id>({ id }: { id: Id }): Id => id;

/** A loader compares keys by value, so the two parts of a stage's key travel as one text; neither has a space. */
const stageText = ({ tournamentSlug, id }: StageKey): string => `${tournamentSlug} ${id}`;

function stageKey(text: string): StageKey {
  const [tournamentSlug = '', id = ''] = text.split(' ');
  return { tournamentSlug, id };
}
