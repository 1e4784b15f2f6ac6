import { heaviest, weightsOf } from './weights.js';

const MEDIA_TYPES = ['application/json', 'application/graphql-response+json'] as const;
export type GraphqlMediaType = (typeof MEDIA_TYPES)[number];

/** Media type of the response to a GraphQL client: of those it accepts equally, the first that it names. */
export function graphqlMediaType(accept: string | null): GraphqlMediaType {
  return accepted(accept) ?? 'application/json';
}

export const takesJson = (accept: string | null): boolean => accepted(accept) !== null;

function accepted(accept: string | null): GraphqlMediaType | null {
  const weights = weightsOf(accept);
  const named = [...weights.keys()].flatMap((name) => MEDIA_TYPES.find((type) => type === name) ?? []);
  const weightOf = (type: GraphqlMediaType) =>
    weights.get(type) ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  return heaviest([...named, ...MEDIA_TYPES], weightOf);
}
