// What a remembered answer depends on is declared at types and fields, in their extensions; run/topics.ts collects it. A
// topic is a string that database triggers report, such as `club:northern-legion` or `clubs`.

/** What has a topic of its own, which is reported when it or a part of it changes. */
export type Aggregate = 'tournament' | 'club' | 'player' | 'battle';

export type TypeTopics = { topics: readonly string[] };

/** Of a type: what its objects depend on where they are not part of something whose topic is known. */
export const topics = (...names: string[]): TypeTopics => ({ topics: names });

/** Arguments that were given, with their values. */
export type Given = Readonly<Record<string, unknown>>;

export type FieldTopics = {
  /** The field leads to parts of what its parent is part of; of these only, if there are any. */
  partOf?: readonly Aggregate[];
  /** Arguments of a root field that name what its objects are part of. */
  named?: Readonly<Record<string, Aggregate>>;
  /** Arguments of a root field that name something it depends on, of which its objects are no part. */
  related?: Readonly<Record<string, Aggregate>>;
  /** Further topics of a root field. */
  topicsOf?: (given: Given) => readonly string[];
  /** The value is stored apart and has this topic, which that of any of `unless` covers. */
  storedApart?: { topic: string; unless: readonly Aggregate[] };
  /** Of what the field leads to, the topic of this covers what is stored apart, though it is no part of it. */
  keeps?: Aggregate;
  /** The field leads from a page to its entries. */
  ofPage?: boolean;
  /** Part of an aggregate, with a topic of its own for each, and `…s:many` when many have changed. */
  ownTopic?: string;
};

export const partOf = (...wholes: Aggregate[]): FieldTopics => ({ partOf: wholes });
export const PART = partOf();
export const RATED: FieldTopics = { ...partOf('player'), ownTopic: 'rating' };

export const named = (args: Record<string, Aggregate>): FieldTopics => ({ named: args });
export const related = (args: Record<string, Aggregate>): FieldTopics => ({ related: args });
export const topicsOf = (of: (given: Given) => readonly string[]): FieldTopics => ({ topicsOf: of });
export const storedApart = (topic: string, ...unless: Aggregate[]): FieldTopics => ({
  storedApart: { topic, unless },
});
export const keeps = (keeper: Aggregate): FieldTopics => ({ keeps: keeper });

export type FilterTopics = {
  /** Where the order of the listing is stored apart. */
  always?: readonly string[];
  unless?: readonly string[];
  lookedUp?: Readonly<Record<string, string>>;
};

const PAGE = ['first', 'after', 'last', 'before'];

/**
 * Of a listing whose filters look at other tables, which have a topic of their own; those in `unless` do not. Values of
 * the arguments in `lookedUp` are looked up in other data, with its topic.
 */
export function filterTopics(
  topic: string,
  { always = [], unless = [], lookedUp = {} }: FilterTopics = {},
): FieldTopics {
  const without = [...unless, ...PAGE];
  return topicsOf((given) => [
    ...always,
    ...(Object.keys(given).some((name) => !without.includes(name)) ? [topic] : []),
    ...Object.keys(given).flatMap((name) => lookedUp[name] ?? []),
  ]);
}

/** True if what the field leads to belongs to the same tournament as its parent. */
export function isPartOfTournament(field: { extensions: Readonly<object> }): boolean {
  const { partOf: wholes } = field.extensions as FieldTopics;
  return wholes !== undefined && (wholes.length === 0 || wholes.includes('tournament'));
}
