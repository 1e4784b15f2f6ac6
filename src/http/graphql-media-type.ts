const MEDIA_TYPES = ['application/graphql-response+json', 'application/json'] as const;
export type GraphqlMediaType = (typeof MEDIA_TYPES)[number];

/** Media type of the response to a GraphQL client: the first of the two that it names, as Yoga chooses too. */
export function graphqlMediaType(accept: string | null): GraphqlMediaType {
  return namedIn(accept) ?? 'application/json';
}

export const takesJson = (accept: string | null): boolean => namedIn(accept) !== null;

function namedIn(accept: string | null): GraphqlMediaType | null {
  for (const item of (accept ?? '').toLowerCase().split(',')) {
    const name = item.split(';')[0]?.trim();
    const type = MEDIA_TYPES.find(
      (each) => each === name || (each === 'application/json' && (name === '*/*' || name === 'application/*')),
    );
    if (type) return type;
  }
  return null;
}
