import { beforeAll, expect, test, vi } from 'vitest';
import { build, newHeldDataDir, runInOneProcess, said } from '../support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

beforeAll(build);
const run = runInOneProcess();

test('doctor ends with 1 and says which tables are wrong, until they are repaired', async () => {
  const { dataDir, host } = await newHeldDataDir();
  const doctor = (...args: string[]) => run('cli/doctor.js', args, { env: { DATA_DIR: dataDir } });
  const pending = 'Ratings and places were still to be computed, so they were not compared.\n';
  expect(await doctor()).toStrictEqual(said(0, `${pending}All is well.\n`));
  await host.sql.script(`ALTER TABLE "search_word" DISABLE TRIGGER USER;
    INSERT INTO "search_word" VALUES ('club', 'gone', 1, 'gone', 'x', ' gone ');
    ALTER TABLE "search_word" ENABLE TRIGGER USER`);
  const stdout = 'TABLE        ROWS THAT WERE WRONG\nsearch_word  1\n';
  const unchanged = 'Nothing was changed. To repair it: npm run doctor -- --repair\n';
  for (let times = 0; times < 2; times += 1) {
    expect(await doctor()).toStrictEqual({ code: 1, stdout, stderr: `${pending}${unchanged}` });
  }
  expect(await doctor('--repair')).toStrictEqual({ code: 0, stdout, stderr: `${pending}Repaired.\n` });
  expect(await doctor()).toStrictEqual(said(0, `${pending}All is well.\n`));
});
