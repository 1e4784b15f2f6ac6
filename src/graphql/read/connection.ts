// Pages as Relay connections (edges and pageInfo), with `nodes`, `nextCursor` and `totalCount` added.
import type { ObjectRef, UnionRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Page } from '../../db/one-statement/page.js';
import { getOrMake } from '../../helpers/get-or-make.js';
import { builder, type SchemaTypes } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { countCost, entryCost } from '../builder/prices.js';

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
    {
      name: `${noun}Edge`,
      description: 'An entry of a page, with its cursor.',
    },
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

type Sign = (position: string) => string;

export function connectionOf<Node>(
  page: Omit<Page, 'rows'>,
  nodes: Node[],
  countAll: Connection<Node>['countAll'],
  context: Context,
  sign: Sign,
): Connection<Node> {
  return new PageConnection(page, nodes, countAll, context, signedOnce(sign));
}

/** Cursors are signed lazily, because signing takes longer than reading the positions, and each only once. */
function signedOnce(sign: Sign): Sign {
  const signed = new Map<string, string>();
  return (position) => getOrMake(signed, position, () => sign(position));
}

const cursorAt = (sign: Sign, position: string | null | undefined) => (position == null ? null : sign(position));

// Classes, because an object literal with accessors takes several times as long to create.
class PageConnection<Node> implements Connection<Node> {
  constructor(
    readonly page: Omit<Page, 'rows'>,
    readonly nodes: Node[],
    readonly countAll: Connection<Node>['countAll'],
    readonly context: Context,
    readonly sign: Sign,
  ) {}

  get hasParent() {
    return this.page.hasParent;
  }

  get nextCursor() {
    return cursorAt(this.sign, this.page.lastPosition);
  }

  get edges() {
    const { positions } = this.page;
    return this.context.releaseLater(this.nodes.map((node, at) => new PageEdge(node, positions[at] ?? '', this.sign)));
  }

  get pageInfo() {
    return new PageInfo(this.page, this.sign);
  }
}

class PageEdge<Node> {
  constructor(
    readonly node: Node,
    readonly position: string,
    readonly sign: Sign,
  ) {}

  get cursor() {
    return this.sign(this.position);
  }
}

class PageInfo {
  constructor(
    readonly page: Omit<Page, 'rows'>,
    readonly sign: Sign,
  ) {}

  get hasNextPage() {
    return this.page.hasNext;
  }

  get hasPreviousPage() {
    return this.page.hasPrevious;
  }

  get startCursor() {
    return cursorAt(this.sign, this.page.positions[0]);
  }

  get endCursor() {
    return cursorAt(this.sign, this.page.positions.at(-1));
  }
}
