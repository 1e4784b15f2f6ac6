import { beforeAll, expect, test, vi } from 'vitest';
import { build, newDataDir, type Outcome, run, said } from '../support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

beforeAll(build);

const KEY = /^svc_v1_[0-9A-Za-z]{49}\n$/;
const DAY = /\d{4}-\d\d-\d\d \d\d:\d\d/g;

test('keys are made, listed without being shown, and switched off and on', async () => {
  const dataDir = await newDataDir();
  const keys = (...args: string[]) => run('cli/keys.js', args, { env: { DATA_DIR: dataDir } });
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
  const second = await keys('create', 'Bo');
  const [firstHint, secondHint] = [first, second].map(({ stdout }) => stdout.trim().slice(-4));
  expect(await list()).toBe(
    `ID  ACCOUNT           KEY      STATE   CREATED (UTC)     LAST USED (UTC)
1   Ann of the North  ...${firstHint}  active  TIME  never
2   Bo                ...${secondHint}  active  TIME  never
`,
  );

  expect(await keys('deactivate', '1')).toStrictEqual(silent('Key 1 is deactivated.\n'));
  expect(await keys('account', 'deactivate', 'Bo')).toStrictEqual(silent('The account Bo is deactivated.\n'));
  expect(await list()).toBe(
    `ID  ACCOUNT           KEY      STATE                CREATED (UTC)     LAST USED (UTC)
1   Ann of the North  ...${firstHint}  deactivated          TIME  never
2   Bo                ...${secondHint}  account deactivated  TIME  never
`,
  );

  expect(await keys('activate', '1')).toStrictEqual(silent('Key 1 is active.\n'));
  expect(await keys('account', 'activate', 'Bo')).toStrictEqual(silent('The account Bo is active.\n'));
  expect((await list()).match(/ active /g)).toHaveLength(2);
});

test("cursors get a new secret, unless the secret is the operator's own", async () => {
  const DATA_DIR = await newDataDir();
  const rotate = (env = {}) => run('cli/keys.js', ['rotate-cursors'], { env: { DATA_DIR, ...env } });
  expect(await rotate()).toStrictEqual(
    said(0, expect.stringMatching(/^Cursors are signed with a new secret from \d\d:\d\d:\d\d UTC on\.\n$/)),
  );
  const refused = await rotate({ CURSOR_SECRET: 'mine' });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toBe('CURSOR_SECRET is set: change it there.\n');
});

test('what is not there is said so', async () => {
  const env = { DATA_DIR: await newDataDir() };
  const key = await run('cli/keys.js', ['deactivate', '7'], { env });
  expect(key.code).toBe(1);
  expect(key.stderr).toBe('There is no key 7. See: npm run keys -- list\n');
  const account = await run('cli/keys.js', ['account', 'deactivate', 'Nobody'], { env });
  expect(account.code).toBe(1);
  expect(account.stderr).toBe('There is no account Nobody.\n');
});
