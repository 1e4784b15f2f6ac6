// A subscription to what has changed: each result is the page that follows the one before, and not the same question again.
// All who stand at the same place are given the same bytes.
import { hash } from 'node:crypto';
import {
  type DocumentNode,
  type FieldNode,
  GraphQLString,
  getArgumentValues,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
} from 'graphql';
import { errors } from '../errors.js';
import { schema } from '../graphql/schema.js';
import type { Subscription } from '../graphql/use-subscriptions.js';
import type { Answer } from '../http/answer.js';
import type { FollowedPage } from '../streams/tail.js';

const FIELD = 'changes';
const ROOT = 'Subscription';
/** No caller's variable has this name: two underscores are GraphQL's own. */
const SINCE = '__since';

/** The subscription as a query whose place is a variable; `hash` and `variables` are the same wherever it begins. */
export type FollowedChanges = {
  document: DocumentNode;
  hash: string;
  variables: Record<string, unknown>;
  key: string;
  since: string | null;
};

/** `begins` is the caller's variable that says where it begins and nothing else, if there is one. */
type Rewritten = { document: DocumentNode; hash: string; field: FieldNode; begins: string | null };

const rewritten = new WeakMap<DocumentNode, Rewritten | null>();

/** Null when it is about something else. */
export function changesIn({ document, variables }: Subscription): FollowedChanges | null {
  const known = rewritten.get(document);
  const found = known === undefined ? rewrite(document) : known;
  rewritten.set(document, found);
  if (!found) return null;
  const { field, begins, hash } = found;
  const definition = schema.getQueryType()?.getFields()[FIELD];
  if (!definition) return null;
  const { since = null } = getArgumentValues(definition, field, variables) as { since?: string | null };
  const others = Object.fromEntries(Object.entries(variables).filter(([name]) => name !== begins));
  return { document: found.document, hash, variables: others, key: field.alias?.value ?? FIELD, since };
}

function rewrite(document: DocumentNode): Rewritten | null {
  const operation = getOperationAST(document);
  const field = operation && changesField(operation, document);
  if (!operation || !field) return null;
  const begins = variableOf(field, document);
  const variable: VariableNode = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: SINCE } };
  const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: GraphQLString.name } } as const;
  const declared: VariableDefinitionNode = { kind: Kind.VARIABLE_DEFINITION, variable, type };
  const since = { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'since' }, value: variable } as const;
  const others = (field.arguments ?? []).filter(({ name }) => name.value !== 'since');
  const asked: FieldNode = { ...field, arguments: [...others, since] };
  // What was spread there is in the field.
  const inner = document.definitions.filter(
    (each) => each.kind !== Kind.FRAGMENT_DEFINITION || each.typeCondition.name.value !== ROOT,
  );
  const kept = (operation.variableDefinitions ?? []).filter(({ variable }) => variable.name.value !== begins);
  const definitions = inner.map((each) =>
    each === operation
      ? {
          ...operation,
          variableDefinitions: [...kept, declared],
          selectionSet: { ...operation.selectionSet, selections: [asked] },
        }
      : each,
  );
  const query = { ...document, definitions };
  return { document: query, hash: hash('sha256', print(query), 'base64url'), field, begins };
}

/** The one field of the subscription, which may be written in parts and in fragments; null if it is another. */
function changesField({ selectionSet }: OperationDefinitionNode, { definitions }: DocumentNode): FieldNode | null {
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  );
  const parts: FieldNode[] = [];
  let isConditional = false;
  const walk = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.directives?.length) isConditional = true;
      if (selection.kind === Kind.FIELD) parts.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet);
      else {
        const fragment = fragments.get(selection.name.value);
        // Each once, however often it is spread.
        fragments.delete(selection.name.value);
        if (fragment) walk(fragment.selectionSet);
      }
    }
  };
  walk(selectionSet);
  const [first] = parts;
  if (first?.name.value !== FIELD || !first.selectionSet) return null;
  // What is merged has no place for them.
  if (isConditional) throw errors.conditionalChanges();
  const selections = parts.flatMap((part) => part.selectionSet?.selections ?? []);
  return { ...first, selectionSet: { ...first.selectionSet, selections } };
}

/** The variable of `since`, unless it stands for something else as well. */
function variableOf(field: FieldNode, document: DocumentNode): string | null {
  const value = field.arguments?.find(({ name }) => name.value === 'since')?.value;
  if (value?.kind !== Kind.VARIABLE) return null;
  let uses = 0;
  visit(document, {
    VariableDefinition: () => false,
    Variable({ name }) {
      if (name.value === value.name.value) uses += 1;
    },
  });
  return uses === 1 ? value.name.value : null;
}

export const withSince = (variables: Record<string, unknown>, since: string | null) =>
  since === null ? variables : { ...variables, [SINCE]: since };

export type ChangesPage = FollowedPage & { answer: Answer };

/** What a result says about where it stands; a 400 unless it was asked to. */
export function placeIn(data: unknown, key: string): Pick<FollowedPage, 'cursor' | 'upToDate' | 'isEmpty'> {
  const { next, upToDate, nodes } = (data as Record<string, Record<string, unknown>>)[key] ?? {};
  if (typeof next !== 'string' || typeof upToDate !== 'boolean' || !Array.isArray(nodes)) throw errors.withoutPlace();
  return { cursor: next, upToDate, isEmpty: nodes.length === 0 };
}
