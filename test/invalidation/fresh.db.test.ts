import { test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { AT_ONE_MOMENT, expectNothingStale } from '../support/nothing-stale.js';

const db = await openTestDb();

test('what is remembered equals what is asked anew, whatever is written', async () => {
  const remember = { ...AT_ONE_MOMENT, remember: true };
  const remembering = [await createTestApp(db, remember), await createTestApp(db, remember)] as const;
  const plain = await createTestApp(db, AT_ONE_MOMENT);
  await expectNothingStale(db, { remembering, plain }, 1);
}, 300_000);
