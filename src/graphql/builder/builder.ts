// The schema builder, without any types: each noun is defined in a file of its own in graphql/schema.
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { getNamedType, isLeafType } from 'graphql';
import type PrismaTypes from '../../db/generated/pothos-types.js';
import { getDatamodel } from '../../db/generated/pothos-types.js';
import type { Columns } from '../../db/one-statement/model.js';
import type { Context } from './context.js';
import LookAheadPlugin from './look-ahead.js';
import { entryCost, included } from './prices.js';

export type SchemaTypes = {
  Context: Context;
  DefaultFieldNullability: false;
  PrismaTypes: PrismaTypes;
  /** What every object of each noun has before a document selects more: its key. */
  Objects: {
    Battle: Pick<Columns<'Battle'>, 'id'>;
    Club: Pick<Columns<'Club'>, 'slug'>;
    Faction: Pick<Columns<'Faction'>, 'slug'>;
    Participant: Pick<Columns<'Participant'>, 'id'>;
    Player: Pick<Columns<'Player'>, 'id'>;
    Stage: Pick<Columns<'Stage'>, 'tournamentSlug' | 'id'>;
    Team: Pick<Columns<'Team'>, 'tournamentSlug' | 'name'>;
    Tournament: Pick<Columns<'Tournament'>, 'slug'>;
  };
  Scalars: {
    Date: { Input: string; Output: Date };
    DateTime: { Input: never; Output: Date };
    Metrics: { Input: never; Output: unknown };
  };
};

/** Extensions of fields and types that are for our own operations alone, such as the sitemap. */
export const INTERNAL = { internal: true };

/** Description of the `id` field of every `Node` type. */
export const ID_RULE =
  'Globally unique id: opaque, and never changes. `node` takes it, and so does every root field that returns one object ' +
  'by its own key.';

export const builder = new SchemaBuilder<SchemaTypes>({
  defaultFieldNullability: false,
  // Pothos applies plugins from last to first.
  plugins: [LookAheadPlugin, ComplexityPlugin, RelayPlugin, PrismaPlugin],
  // Cost counts objects: a field that leads to one costs 1, a scalar nothing unless it is a long text. It is checked
  // once, before anything runs (see limits.ts), not by the plugin on every root field.
  complexity: {
    disabled: true,
    fieldComplexity: (_args, _context, field) => (isLeafType(getNamedType(field.type)) ? 0 : 1),
  },
  prisma: {
    // The columns that a field needs are read ahead (see look-ahead.ts), so the plugin never has anything to load.
    client: () => {
      throw new Error('A field was resolved whose columns were not read');
    },
    dmmf: getDatamodel(),
  },
  relay: {
    // `node` and `nodes` are defined in node.ts: the plugin's own would load each object separately.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodeTypeOptions: { description: 'An object that can be fetched again by its id.' },
    idFieldOptions: { description: ID_RULE },
    pageInfoTypeOptions: { description: 'Position of a page in its listing.' },
    pageInfoFieldOptions: { description: 'Position of the page in the listing.', complexity: included() },
    hasNextPageFieldOptions: { description: 'Whether there are entries after the page, as far as its cursors reach.' },
    hasPreviousPageFieldOptions: {
      description: 'Whether there are entries before the page, as far as its cursors reach.',
    },
    startCursorFieldOptions: { description: 'The cursor of its first entry; null when it has none.' },
    endCursorFieldOptions: { description: 'The cursor of its last entry; null when it has none.' },
    edgesFieldOptions: { description: 'The entries of this page, each with its cursor.', complexity: entryCost },
    cursorFieldOptions: {
      description: 'Works as `after` and as `before`, with the same filters. Opaque, and expires.',
    },
    nodeFieldOptions: { description: 'The entry.', complexity: included() },
  },
});

builder.queryType({ description: 'Root of all queries. The service is read-only.' });

export const Node = builder.nodeInterfaceRef();
