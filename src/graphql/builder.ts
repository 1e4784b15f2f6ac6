// The schema builder; it contains no types. Each noun has a file of its own beside this one.
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import { getNamedType, isLeafType } from 'graphql';
import type { Context } from '../context.js';
import type { BattleRow } from '../db/battle.js';
import type { ClubRow } from '../db/club.js';
import type PrismaTypes from '../db/generated/pothos-types.js';
import { getDatamodel } from '../db/generated/pothos-types.js';
import type { TournamentRow } from '../db/tournament.js';
import type { Stage } from '../standings/stage.js';

export type SchemaTypes = {
  Context: Context;
  DefaultFieldNullability: false;
  PrismaTypes: PrismaTypes;
  /** Rows that come by the page, or with another: read by a statement of our own (see db/noun.ts). */
  Objects: { Battle: BattleRow; Club: ClubRow; Stage: Stage; Tournament: TournamentRow };
  Scalars: {
    Date: { Input: string; Output: Date | string };
    Metrics: { Input: never; Output: Record<string, number> };
  };
};

export const builder = new SchemaBuilder<SchemaTypes>({
  defaultFieldNullability: false,
  plugins: [ComplexityPlugin, PrismaPlugin],
  // Cost counts objects: a field that leads to one costs 1, a plain value nothing unless it is a long text. It is
  // checked once, before anything runs (see limits.ts), not by the plugin on every root field.
  complexity: {
    disabled: true,
    fieldComplexity: (_args, _context, field) => (isLeafType(getNamedType(field.type)) ? 0 : 1),
  },
  prisma: {
    client: ({ prisma }) => prisma,
    dmmf: getDatamodel(),
    // A resolver that forgets the columns it was told to read is a mistake, not a slow query.
    onUnusedQuery: 'error',
  },
});

builder.queryType({ description: 'Everything there is to ask. The service is read-only.' });
