import { expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load, tournament } from '../support/world.js';

test('a calendar has no control characters but line breaks, which are escaped', async () => {
  const db = await openTestDb();
  await load(db, [
    tournament({ status: 'planned', startDate: '2026-05-02', city: 'Le\u0007ed\u001bs\u0085\nYork; x' }),
  ]);
  const app = await createTestApp(db);
  const text = await (await app.get('/tournaments.ics')).text();
  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text).toContain('LOCATION:Le ed s \\nYork\\; x');
});
