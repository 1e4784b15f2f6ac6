// A subscription to `changes`: each result is the next page, not the same query again. All clients at the same position
// get the same bytes.
import { hash } from 'node:crypto';
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  GraphQLString,
  getArgumentValues,
  Kind,
  print,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { schema } from '../graphql/schema/schema.js';
import type { Subscription } from '../graphql-http/use-subscriptions.js';
import { getOrMake } from '../helpers/get-or-make.js';

const FIELD = 'changes';
const SINCE = 'since';

/** The subscription as a query whose position is a variable; `hash` and `variables` are the same wherever it starts. */
export type FollowedChanges = {
  document: DocumentNode;
  hash: string;
  variables: Record<string, unknown>;
  /** Name of the field in the result. */
  alias: string;
  since: string | null;
  /** The variable of the position, which is none of the caller's. */
  position: string;
};

type Rewritten = { document: DocumentNode; hash: string; field: FieldNode; used: Set<string>; position: string };

const rewritten = new WeakMap<DocumentNode, Rewritten | null>();

/** Returns null if the subscription is to another field. */
export function changesIn({ document, variables }: Subscription): FollowedChanges | null {
  const found = getOrMake(rewritten, document, () => rewrite(document));
  const definition = schema.getQueryType()?.getFields()[FIELD];
  if (!found || !definition) return null;
  const { field, used, hash, position } = found;
  const { since = null } = getArgumentValues(definition, field, variables) as { since?: string | null };
  // The caller's variable for `since` is left out, unless it is used elsewhere too.
  const others = Object.fromEntries(Object.entries(variables).filter(([name]) => used.has(name)));
  const alias = field.alias?.value ?? FIELD;
  return { document: found.document, hash, variables: others, alias, since, position };
}

function rewrite(document: DocumentNode): Rewritten | null {
  const fields: FieldNode[] = [];
  const names: string[] = [];
  visit(document, {
    Field: (node) => void (node.name.value === FIELD && fields.push(node)),
    Variable: (node) => void names.push(node.name.value),
  });
  const [field] = fields;
  if (!field) return null;
  const name = {
    kind: Kind.NAME,
    value: `${SINCE}${'_'.repeat(Math.max(0, ...names.map(({ length }) => length)))}`,
  } as const;
  const variable = { kind: Kind.VARIABLE, name } as const;
  const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: GraphQLString.name } } as const;
  const declared: VariableDefinitionNode = { kind: Kind.VARIABLE_DEFINITION, variable, type };
  const since: ArgumentNode = { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: SINCE }, value: variable };
  const used = new Set<string>();
  const query = visit(document, {
    Field: ({ name, arguments: given = [], ...node }) =>
      name.value === FIELD
        ? { ...node, name, arguments: [...given.filter((each) => each.name.value !== SINCE), since] }
        : undefined,
    OperationDefinition: ({ variableDefinitions = [], ...node }) => ({
      ...node,
      variableDefinitions: [...variableDefinitions, declared],
    }),
  });
  visit(query, { VariableDefinition: () => false, Variable: (node) => void used.add(node.name.value) });
  return { document: query, hash: hash('sha256', print(query), 'base64url'), field, used, position: name.value };
}
