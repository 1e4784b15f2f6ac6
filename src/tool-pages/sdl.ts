import { printSchema } from 'graphql';
import { callersSchema } from '../graphql/schema/schema.js';

export const SDL_PATH = '/schema.graphql';

/** The GraphQL schema as SDL, for authors of clients who do not use introspection. */
export function sdlText(): string {
  return `${printSchema(callersSchema)}\n`;
}
