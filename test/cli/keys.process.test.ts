import { beforeAll, expect, test, vi } from 'vitest';
import { COSTS } from '../../src/cli/budget.js';
import type { Db } from '../../src/db/client.js';
import { atFileEnd } from '../support/file-end.js';
import { build, newHeldDataDir, type Outcome, runInOneProcess, said } from '../support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const run = runInOneProcess();
let env: { DATA_DIR: string };
let host: Db;
beforeAll(async () => {
  await build();
  const held = await newHeldDataDir(atFileEnd);
  env = { DATA_DIR: held.dataDir };
  host = held.host;
});

const KEY = /^svc_v1_[0-9A-Za-z]{49}\n$/;
const DAY = /\d{4}-\d\d-\d\d \d\d:\d\d/g;

test('keys are made, listed without being shown, and switched off and on', async () => {
  const keys = (...args: string[]) => run('cli/keys.js', args, { env });
  const list = async () => {
    const { code, stdout, stderr } = await keys('list');
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
    return stdout.replace(DAY, 'TIME');
  };
  const silent = (stderr: string): Outcome => ({ code: 0, stdout: '', stderr });

  const first = await keys('create', 'Ann of the North');
  expect(first).toStrictEqual({
    code: 0,
    stdout: expect.stringMatching(KEY),
    stderr: 'A key for Ann of the North. It is shown only now; keep it safe.\n',
  });
  const second = await keys('create', 'Bo', '--limit', '1000');
  expect(second.stderr).toBe(`A key for Bo. It is shown only now; keep it safe.\nWith 1,000 a minute: ${COSTS}.\n`);
  const [firstHint, secondHint] = [first, second].map(({ stdout }) => stdout.trim().slice(-4));
  expect(await list()).toBe(
    `ID  ACCOUNT           KEY      STATE   LIMIT    CREATED (UTC)     LAST USED (UTC)  EXPIRES (UTC)
1   Ann of the North  ...${firstHint}  active  default  TIME  never            never
2   Bo                ...${secondHint}  active  1,000    TIME  never            never
`,
  );

  expect(await keys('deactivate', '1')).toStrictEqual(silent('Key 1 is deactivated.\n'));
  expect(await keys('account', 'deactivate', 'Bo')).toStrictEqual(silent('The account Bo is deactivated.\n'));
  expect(await list()).toBe(
    `ID  ACCOUNT           KEY      STATE                LIMIT    CREATED (UTC)     LAST USED (UTC)  EXPIRES (UTC)
1   Ann of the North  ...${firstHint}  deactivated          default  TIME  never            never
2   Bo                ...${secondHint}  account deactivated  1,000    TIME  never            never
`,
  );

  expect(await keys('activate', '1')).toStrictEqual(silent('Key 1 is active.\n'));
  expect(await keys('revoke', '1')).toStrictEqual(silent('Key 1 is deactivated.\n'));
  expect(await keys('activate', '1')).toStrictEqual(silent('Key 1 is active.\n'));
  expect(await keys('account', 'activate', 'Bo')).toStrictEqual(silent('The account Bo is active.\n'));
  expect((await list()).match(/ active /g)).toHaveLength(2);

  expect(await keys('rotate', '1', '--days', '2')).toStrictEqual({
    code: 0,
    stdout: expect.stringMatching(KEY),
    stderr: expect.stringMatching(/^A key for Ann of the North\. .*\nKey 1 expires \S+ \S+ UTC at the latest\.\n$/),
  });
  expect(await keys('expire', '2', '--days', '0')).toMatchObject({ code: 0 });
  expect((await list()).match(/^[123] .*$/gm)).toStrictEqual([
    expect.stringMatching(/ active .* TIME {2}never {12}TIME$/),
    expect.stringMatching(/ expired .* TIME$/),
    expect.stringMatching(/^3 +Ann of the North .* active .* never$/),
  ]);
  expect(await keys('limit', '1', '500')).toStrictEqual(
    silent(`The limit of key 1 is 500.\nWith 500 a minute: ${COSTS}.\n`),
  );
  expect(await keys('limit', '2')).toStrictEqual(silent('The limit of key 2 is that of the service.\n'));
  expect((await list()).match(/ (expired|active) +\S+/g)).toStrictEqual([
    ' active   500',
    ' expired  default',
    ' active   default',
  ]);
  expect(await keys('usage')).toStrictEqual(silent('No key was used in this time.\n'));
});

test('what keys were used for is printed by day and operation, of all or of one', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await host.sql.script(`INSERT INTO "account" VALUES ('Used'), ('Idle');
    INSERT INTO "api_key" ("id", "account_name", "hash", "hint") VALUES (101, 'Used', '${'a'.repeat(64)}', 'abcd'), (102, 'Idle', '${'b'.repeat(64)}', 'efgh');
    INSERT INTO "key_usage" ("key_id", "day", "operation", "requests", "cost") VALUES
      (101, '${day(1)}', 'Tournaments', 12, 1234567), (101, '${day(1)}', 'ClubBattles', 20, 40),
      (102, '${day(0)}', 'other', 1, 5), (102, '${day(40)}', 'old', 1, 5)`);
  const usage = async (...args: string[]) => (await run('cli/keys.js', ['usage', ...args], { env })).stdout;
  expect(await usage()).toBe(
    `DAY         ID   ACCOUNT  OPERATION    REQUESTS  COST
${day(0)}  102  Idle     other        1         5
${day(1)}  101  Used     ClubBattles  20        40
${day(1)}  101  Used     Tournaments  12        1,234,567
`,
  );
  expect(await usage('102', '--days', '60')).toBe(
    `DAY         ID   ACCOUNT  OPERATION  REQUESTS  COST
${day(0)}  102  Idle     other      1         5
${day(40)}  102  Idle     old        1         5
`,
  );
});

test("cursors get a new secret, unless the secret is the operator's own", async () => {
  const rotate = (more = {}) => run('cli/keys.js', ['rotate-cursors'], { env: { ...env, ...more } });
  expect(await rotate()).toStrictEqual(
    said(0, expect.stringMatching(/^Cursors are signed with a new secret from \d\d:\d\d:\d\d UTC on\.\n$/)),
  );
  const refused = await rotate({ CURSOR_SECRET: 'mine'.repeat(8) });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toBe('CURSOR_SECRET is set: change it there.\n');
});

test('what is not there is said so', async () => {
  const key = await run('cli/keys.js', ['deactivate', '7'], { env });
  expect(key.code).toBe(1);
  expect(key.stderr).toBe('There is no key 7. See: npm run keys -- list\n');
  const account = await run('cli/keys.js', ['account', 'deactivate', 'Nobody'], { env });
  expect(account.code).toBe(1);
  expect(account.stderr).toBe('There is no account Nobody.\n');
});
