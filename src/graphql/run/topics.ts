// Topics that an operation's answer depends on, from what the types and fields of its document declare
// (builder/topics.ts). A remembered answer is dropped when one of its topics is reported. What is reached from a root
// through fields that lead to its parts is covered by the root's topic; everything else depends on the topics of its type.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Aggregate, FieldTopics, Given, TypeTopics } from '../builder/topics.js';
import { createOnce, fieldsOf, fragmentsOf, objectTypesOf } from '../document/selections.js';
import { candidateKeys } from '../read/global-id.js';

type Variables = Record<string, unknown>;

const TYPES = { tournament: 'Tournament', club: 'Club', player: 'Player', battle: 'Battle' } as const;

export function createTopics(schema: GraphQLSchema, document: DocumentNode): (variables: Variables) => string[] {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const lookup = { schema, fragments: fragmentsOf(document) };
  const once = createOnce<void>();
  const fixed = new Set<string>();
  const byArguments: ((variables: Variables) => readonly string[])[] = [];
  const ownTopics = new Set<string>();

  /** `whole` is what the objects are part of, or null; `keeper` what covers what is stored apart for them, or null. */
  function walk(
    type: GraphQLObjectType,
    sets: SelectionSetNode[],
    whole: Aggregate | null,
    keeper: Aggregate | null,
  ): void {
    for (const { field, nodes, sets: within } of fieldsOf(sets, type, lookup)) {
      const [node] = nodes;
      const declared = field.extensions as FieldTopics;
      const { storedApart, keeps } = declared;
      if (storedApart && !storedApart.unless.some((each) => each === whole || each === keeper)) {
        fixed.add(storedApart.topic);
      }
      const { topicsOf } = declared;
      if (node && topicsOf) byArguments.push((variables) => topicsOf(givenTo(field, node, variables)));
      if (!node || within.length === 0) continue;
      if (whole && declared.ownTopic) ownTopics.add(declared.ownTopic);
      const roots = namedBy(declared.named, node);
      const others = namedBy(declared.related, node);
      for (const { aggregate, argument } of [...roots, ...others]) {
        byArguments.push((variables) => topicsOfKey(aggregate, givenTo(field, node, variables)[argument]));
      }
      // With several such arguments, variables decide which is given, so the objects are part of none.
      const [root] = roots.length === 1 ? roots : [];
      const partOf = root?.aggregate ?? (isPart(declared, whole) ? whole : null);
      for (const each of objectTypesOf(getNamedType(field.type), schema)) {
        if (partOf === null) for (const topic of topicsOfType(each)) fixed.add(topic);
        const kept = keeps ? (keeps === whole ? whole : null) : declared.ofPage ? keeper : null;
        once(within, [each, partOf, kept], () => walk(each, within, partOf, kept));
      }
    }
  }

  const query = schema.getQueryType();
  if (operation && query) walk(query, [operation.selectionSet], null, null);
  return (variables) => {
    const topics = [...new Set([...fixed, ...byArguments.flatMap((each) => each(variables))])];
    const own = [...ownTopics].flatMap((name) => [`${name}s:many`, ...topics.flatMap((topic) => ownOf(topic, name))]);
    return [...topics, ...own];
  };
}

function isPart({ partOf }: FieldTopics, whole: Aggregate | null): boolean {
  return whole !== null && partOf !== undefined && (partOf.length === 0 || partOf.includes(whole));
}

const ownOf = (topic: string, name: string): string[] =>
  topic.startsWith('player:') ? [topic.replace('player', name)] : [];

/** Arguments that the document names, unless their value is null. */
function givenTo(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Variables): Given {
  const values = getArgumentValues(field, node, variables);
  const names = (node.arguments ?? []).map(({ name }) => name.value);
  return Object.fromEntries(names.flatMap((name) => (values[name] == null ? [] : [[name, values[name]]])));
}

type NamedBy = { aggregate: Aggregate; argument: string };

function namedBy(args: Readonly<Record<string, Aggregate>> = {}, { arguments: given = [] }: FieldNode): NamedBy[] {
  return given.flatMap(({ name: { value: argument } }) => {
    const aggregate = args[argument];
    return aggregate ? [{ aggregate, argument }] : [];
  });
}

function topicsOfKey(aggregate: Aggregate, key: unknown): string[] {
  if (key === undefined) return [];
  return candidateKeys(TYPES[aggregate], String(key)).map((each) => `${aggregate}:${each}`);
}

export function topicsOfType(type: GraphQLObjectType): readonly string[] {
  const { topics } = type.extensions as Partial<TypeTopics>;
  // What belongs to the builder's own types, such as PageInfo, is covered by what has them.
  if (!topics && type.name !== 'PageInfo') throw new Error(`The type ${type.name} does not declare its topics`);
  return topics ?? [];
}
