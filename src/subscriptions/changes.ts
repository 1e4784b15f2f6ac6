// A subscription to `changes`: each result is the next page, not the same query again. All clients at the same position
// get the same bytes.
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
import { fragmentsOf } from '../graphql/document/selections.js';
import { schema } from '../graphql/schema/schema.js';
import type { Subscription } from '../graphql-http/use-subscriptions.js';
import { getOrMake } from '../helpers/get-or-make.js';
import type { Answer } from '../http/answer.js';
import type { PageContent } from '../streams/pages.js';

const FIELD = 'changes';
/** The subscription is a query by now (see `asQuery`). */
const ROOT = 'Query';
const SINCE = 'since';

/** The subscription as a query whose position is a variable; `hash` and `variables` are the same wherever it starts. */
export type FollowedChanges = {
  document: DocumentNode;
  hash: string;
  variables: Record<string, unknown>;
  key: string;
  since: string | null;
  /** The variable of the position, which is none of the caller's. */
  position: string;
};

/** `begins` is the caller's variable for `since`, if it is used for nothing else. */
type Rewritten = { document: DocumentNode; hash: string; field: FieldNode; begins: string | null; position: string };

const rewritten = new WeakMap<DocumentNode, Rewritten | null>();

/** Returns null if the subscription is to another field. */
export function changesIn({ document, variables }: Subscription): FollowedChanges | null {
  const found = getOrMake(rewritten, document, () => rewrite(document));
  if (!found) return null;
  const { field, begins, hash, position } = found;
  const definition = schema.getQueryType()?.getFields()[FIELD];
  if (!definition) return null;
  const { since = null } = getArgumentValues(definition, field, variables) as { since?: string | null };
  const others = Object.fromEntries(Object.entries(variables).filter(([name]) => name !== begins));
  return { document: found.document, hash, variables: others, key: field.alias?.value ?? FIELD, since, position };
}

function rewrite(document: DocumentNode): Rewritten | null {
  const operation = getOperationAST(document);
  const field = operation && changesField(operation, document);
  if (!operation || !field) return null;
  const begins = variableOf(field, document);
  const kept = (operation.variableDefinitions ?? []).filter(({ variable }) => variable.name.value !== begins);
  // Longer than any name of the caller's.
  const position = SINCE + '_'.repeat(Math.max(0, ...kept.map(({ variable }) => variable.name.value.length)));
  const variable: VariableNode = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: position } };
  const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: GraphQLString.name } } as const;
  const declared: VariableDefinitionNode = { kind: Kind.VARIABLE_DEFINITION, variable, type };
  const since = { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: SINCE }, value: variable } as const;
  const others = (field.arguments ?? []).filter(({ name }) => name.value !== SINCE);
  const asked: FieldNode = { ...field, arguments: [...others, since] };
  // Fragments on the root are already merged into the field.
  const inner = document.definitions.filter(
    (each) => each.kind !== Kind.FRAGMENT_DEFINITION || each.typeCondition.name.value !== ROOT,
  );
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
  return { document: query, hash: hash('sha256', print(query), 'base64url'), field, begins, position };
}

/** Returns the single field of the subscription, merged from its parts and fragments; null if it is another one. */
function changesField({ selectionSet }: OperationDefinitionNode, document: DocumentNode): FieldNode | null {
  const fragments = fragmentsOf(document);
  const parts: FieldNode[] = [];
  let isConditional = false;
  const walk = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.directives?.length) isConditional = true;
      if (selection.kind === Kind.FIELD) parts.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet);
      else {
        const fragment = fragments.get(selection.name.value);
        // Each fragment is merged once, however often it is spread.
        fragments.delete(selection.name.value);
        if (fragment) walk(fragment.selectionSet);
      }
    }
  };
  walk(selectionSet);
  const [first] = parts;
  if (first?.name.value !== FIELD || !first.selectionSet) return null;
  // The merged field cannot carry the directives of its parts.
  if (isConditional) throw errors.conditionalChanges();
  const selections = parts.flatMap((part) => part.selectionSet?.selections ?? []);
  return { ...first, selectionSet: { ...first.selectionSet, selections } };
}

/** Returns the variable of `since`, unless it is used elsewhere too. */
function variableOf(field: FieldNode, document: DocumentNode): string | null {
  const value = field.arguments?.find(({ name }) => name.value === SINCE)?.value;
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

/** A result as a page; throws a 400 if the fields that tell its position were not selected. */
export function pageIn(answer: Answer, data: unknown, key: string): PageContent {
  const { next, upToDate, nodes } = (data as Record<string, Record<string, unknown>>)[key] ?? {};
  if (typeof next !== 'string' || typeof upToDate !== 'boolean' || !Array.isArray(nodes))
    throw errors.missingPositionFields();
  return { answer, position: next, more: !upToDate, isEmpty: nodes.length === 0 };
}
