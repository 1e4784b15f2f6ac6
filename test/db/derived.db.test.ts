import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestDb } from '../support/database.js';
import { derivedValues } from '../support/derived.js';
import { derivedFacets } from '../support/derived-facets.js';
import { derivedStatistics } from '../support/derived-statistics.js';
import { oneOfEachWrite } from '../support/random-write.js';
import { runs } from '../support/runs.js';
import { searchWords } from '../support/search-words.js';
import { startAgain, tryWrite } from '../support/written-world.js';

const db = await openTestDb();

test('what is stored twice says the same in both places, whatever is written', async () => {
  let [accepted, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, async (writes) => {
      await startAgain(db);
      for (const write of writes) {
        if (await tryWrite(db, write)) accepted += 1;
        else refused += 1;
        const { stored, expected } = await derivedValues(db);
        expect(stored, write.statements.join('; ')).toStrictEqual(expected);
        const facets = await derivedFacets(db);
        expect(facets.stored, write.statements.join('; ')).toStrictEqual(facets.expected);
        const statistics = await derivedStatistics(db);
        expect(statistics.stored, write.statements.join('; ')).toStrictEqual(statistics.expected);
        const search = await searchWords(db);
        expect(search.stored, write.statements.join('; ')).toStrictEqual(search.expected);
      }
    }),
    { numRuns: runs(6) },
  );
  expect(accepted).toBeGreaterThan(refused);
}, 1_800_000);
