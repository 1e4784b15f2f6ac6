// Which of the two faces an address belongs to, and the form that an error has there.
import { type GraphqlMediaType, graphqlMediaType } from './graphql-media-type.js';

export const GRAPHQL_PATH = '/graphql';

export type Face = 'graphql' | 'rest';
/** Of an error: REST's own, or GraphQL's in the media type that the client takes. */
export type Form = 'rest' | GraphqlMediaType;

/** What is neither's has the form of REST. */
export function faceOf(pathname: string): Face {
  return withoutSlash(pathname) === GRAPHQL_PATH ? 'graphql' : 'rest';
}

export function formOf(face: Face, accept: string | null): Form {
  return face === 'rest' ? 'rest' : graphqlMediaType(accept);
}

/** A slash at the end is forgiven. */
export function withoutSlash(pathname: string): string {
  return /[^/]\/$/.test(pathname) ? pathname.slice(0, -1) : pathname;
}
