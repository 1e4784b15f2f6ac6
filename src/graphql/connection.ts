// Pages as Relay connections (edges and pageInfo), with `nodes`, `nextCursor` and `totalCount` added.
import type { ObjectRef, UnionRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Page } from '../db/read/page.js';
import { builder, type SchemaTypes } from './builder.js';
import type { Context } from './context.js';
import { countCost, entryCost } from './cost.js';

export type Connection<Node> = {
  nodes: Node[];
  edges: { node: Node; cursor: string }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  nextCursor: string | null;
  countAll: (info: GraphQLResolveInfo) => Promise<number>;
  /** False if the parent of the listing does not exist or is not visible. */
  hasParent: boolean;
};

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Defines the types `<noun>Connection` and `<noun>Edge`. */
export function connectionType<Node>(
  noun: string,
  node: ObjectRef<Types, Node> | UnionRef<Types, Node>,
  { counted = true } = {},
) {
  const connection = builder.connectionObject(
    {
      type: node,
      name: `${noun}Connection`,
      description: `A page of a listing. Pass nextCursor as \`after\`, with the same filters, for the page that follows.`,
    },
    { name: `${noun}Edge`, description: 'An entry of a page, and where it stands in the listing.' },
  ) as unknown as ObjectRef<Types, Connection<Node>>;
  builder.objectFields(connection, (t) => ({
    nodes: t.field({
      type: [node],
      description: 'The entries of this page.',
      complexity: entryCost,
      resolve: ({ nodes }) => nodes,
    }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Where the next page starts; null on the last page. Opaque, and expires.',
    }),
    ...(counted && {
      totalCount: t.int({
        description: 'How many entries all pages have together. Counted only when asked for, and costs what it reads.',
        complexity: countCost,
        resolve: ({ countAll }, _args, _context, info) => countAll(info),
      }),
    }),
  }));
  return connection;
}

/** Cursors are signed lazily, because signing takes longer than reading the keys, and each only once. */
export function connectionOf<Node>(
  { keys, lastKey, hasNext, hasPrevious, hasParent }: Omit<Page, 'rows'>,
  nodes: Node[],
  countAll: Connection<Node>['countAll'],
  context: Context,
  sign: (position: string) => string,
): Connection<Node> {
  const signed = new Map<string, string>();
  const cursorOf = (position: string) => {
    const cursor = signed.get(position) ?? sign(position);
    signed.set(position, cursor);
    return cursor;
  };
  const cursorAt = (position: string | undefined) => (position === undefined ? null : cursorOf(position));
  return {
    nodes,
    hasParent,
    countAll,
    get nextCursor() {
      return cursorAt(lastKey ?? undefined);
    },
    get edges() {
      return context.releaseLater(
        nodes.map((node, at) => ({
          node,
          get cursor() {
            return cursorOf(keys[at] ?? '');
          },
        })),
      );
    },
    pageInfo: {
      hasNextPage: hasNext,
      hasPreviousPage: hasPrevious,
      get startCursor() {
        return cursorAt(keys[0]);
      },
      get endCursor() {
        return cursorAt(keys.at(-1));
      },
    },
  };
}
