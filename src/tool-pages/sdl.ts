import { printSchema } from 'graphql';
import { schema } from '../graphql/schema.js';

export const SDL_PATH = '/schema.graphql';

/** The GraphQL schema as SDL, for authors of clients who do not use introspection. */
export function sdlText(): string {
  return `${printSchema(schema)}\n`;
}
