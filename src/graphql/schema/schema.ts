// Importing a file defines its types.
import { GraphQLObjectType, GraphQLSchema } from 'graphql';
import '../builder/scalars.js';
import '../builder/enums.js';
import './battle.js';
import './change.js';
import './club.js';
import './faction.js';
import './location.js';
import './node.js';
import './participant.js';
import './player.js';
import './rating.js';
import './search.js';
import './sitemap.js';
import './stage.js';
import './standings.js';
import './statistics.js';
import './tournament.js';
import { builder } from '../builder/builder.js';
import { refuseUnreadableTypes } from '../builder/look-ahead.js';
import { withSubscriptions } from './subscription.js';

export const schema = withSubscriptions(builder.toSchema({ sortSchema: false }));
refuseUnreadableTypes(schema);

/** The schema of callers' own documents: without what only our own operations use (see INTERNAL). */
export const callersSchema = withoutInternal(schema);

function withoutInternal(whole: GraphQLSchema): GraphQLSchema {
  const { query, types, ...config } = whole.toConfig();
  const { fields = {}, ...root } = query?.toConfig() ?? { name: 'Query' };
  const isShown = ({ extensions }: { extensions?: object | null | undefined }) => !('internal' in (extensions ?? {}));
  const shown = Object.fromEntries(Object.entries(fields).filter(([, field]) => isShown(field)));
  return new GraphQLSchema({
    ...config,
    query: new GraphQLObjectType({ ...root, fields: shown }),
    types: types.filter((type) => type !== query && isShown(type)),
  });
}
