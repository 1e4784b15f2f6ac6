// What is asked for where nothing is remembered: a short list, a long one, and the most work there is.
import { schema } from '../src/graphql/schema.js';
import { readRoutes } from '../src/rest/routes.js';
import { EVENT } from './event.js';

export const TOURNAMENTS = '/api/v1/tournaments?limit=20';
export const BATTLES = '/api/v1/clubs/northern-legion/battles?limit=100';
export const STANDINGS = `/api/v1/tournaments/${EVENT}/standings`;

/** The same as BATTLES, asked as a document of a caller's own. */
export function battlesAsDocument(): string {
  const query = readRoutes(schema).find(({ name }) => name === 'ClubBattles')?.text ?? '';
  const variables = JSON.stringify({ slug: 'northern-legion', limit: 100 });
  return `/graphql?${new URLSearchParams({ query, variables })}`;
}
