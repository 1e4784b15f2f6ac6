// Where in the document a field is: the same for all the parents it is resolved on, and not the same for two fields
// that share a response path under a union.
import type { GraphQLResolveInfo } from 'graphql';

export function placeOf({ fieldNodes }: GraphQLResolveInfo): object {
  // Collected once for all parents, in one array.
  return fieldNodes;
}
