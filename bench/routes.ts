// Routes to measure with nothing remembered: a short listing, a long one, and the most expensive answer.
import { schema } from '../src/graphql/schema/schema.js';
import { readRoutes } from '../src/rest/routes.js';
import { EVENT } from './event.js';

export const TOURNAMENTS = '/api/v1/tournaments?limit=20';
export const BATTLES = '/api/v1/clubs/northern-legion/battles?limit=100';
export const STANDINGS = `/api/v1/tournaments/${EVENT}/standings`;

/** The same as BATTLES, as a caller's own document. With NUMBER in its name it is another document each time. */
export function battlesAsDocument(name = 'ClubBattles'): string {
  const text = readRoutes(schema).find(({ name }) => name === 'ClubBattles')?.text ?? '';
  const query = text.replace('query ClubBattles', `query ${name}`);
  const variables = JSON.stringify({ slug: 'northern-legion', limit: 100 });
  return `/graphql?${new URLSearchParams({ query, variables })}`;
}
