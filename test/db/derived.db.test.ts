import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examine } from '../../src/db/doctor.js';
import { openTestDb } from '../support/database.js';
import { oneOfEachWrite } from '../support/random-write.js';
import { runs } from '../support/runs.js';
import { startAgain, tryWrite } from '../support/written-world.js';

const db = await openTestDb();

test('what is derived is what is derived anew, whatever is written', async () => {
  let [accepted, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, async (writes) => {
      await startAgain(db);
      for (const write of writes) {
        if (await tryWrite(db, write)) accepted += 1;
        else refused += 1;
        expect((await examine(db, false)).findings, write.statements.join('; ')).toStrictEqual([]);
      }
    }),
    { numRuns: runs(6) },
  );
  expect(accepted).toBeGreaterThan(refused);
}, 1_800_000);
