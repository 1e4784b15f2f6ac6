import { expect } from 'vitest';
import type { Db } from '../../src/db/client.js';
import type { TestApp } from './app.js';

const ROUTES = {
  club: ['SELECT "slug" AS "key" FROM "club"', 'clubs'],
  player: ['SELECT "id" AS "key" FROM "player"', 'users'],
  tournament: ['SELECT "slug" AS "key" FROM "tournament"', 'tournaments'],
  battle: ['SELECT "id" AS "key" FROM "battle"', 'battles'],
} as const;

/** The body of every public entity's URL, by `kind/id`. */
export async function published({ sql }: Pick<Db, 'sql'>, app: Pick<TestApp, 'get'>): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {};
  for (const [kind, [keys, path]] of Object.entries(ROUTES)) {
    for (const { key } of await sql.query<{ key: string }>(keys)) {
      const answer = await app.get(`/api/v1/${path}/${encodeURIComponent(key)}`);
      const text = await answer.text();
      if (answer.status === 200) bodies[`${kind}/${key}`] = text;
      else expect(answer.status, text).toBe(404);
    }
  }
  return bodies;
}
