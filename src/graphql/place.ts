// Where in the document a field is, whatever list positions lead to it: the same for all the parents it is resolved
// on. The types are part of it, since under a union two fields may share a response path and select differently.
import type { GraphQLResolveInfo } from 'graphql';

export function placeOf({ path }: GraphQLResolveInfo): string {
  const steps: string[] = [];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) {
    if (typeof at.key === 'string') steps.unshift(`${at.typename}.${at.key}`);
  }
  return steps.join(' ');
}
