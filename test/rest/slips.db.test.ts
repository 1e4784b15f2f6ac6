import { expect, test, vi } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load } from '../support/world.js';
import { listingWorld } from './listing-world.js';

test.each(['1999.5', '1e400'])('points of %s, stored by plain SQL, are an error on both APIs', async (points) => {
  const db = await openTestDb();
  await load(db, listingWorld);
  await db.sql.query(
    `UPDATE "battle_side" SET "list" = jsonb_build_object('faction', '', 'subFaction', '', 'points', $1::numeric,
       'battleTacticCards', '[]'::jsonb, 'text', '') WHERE "battle_id" = 'b-1'`,
    [points],
  );
  // Each of these errors is logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const app = await createTestApp(db);
  const { body } = await app.graphql('{ battle(id: "b-1") { players { list { points } } } }');
  expect((await app.get('/api/v1/battles/b-1')).status).toBe(500);
  expect(body.errors[0].extensions.code).toBe('INTERNAL_ERROR');
});
