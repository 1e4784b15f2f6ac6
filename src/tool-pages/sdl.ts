import { printSchema } from 'graphql';
import { schema } from '../graphql/schema.js';

export const SDL_PATH = '/schema.graphql';

/** The whole GraphQL schema in its own language, for those who make clients without asking for it. */
export function sdlText(): string {
  return `${printSchema(schema)}\n`;
}
