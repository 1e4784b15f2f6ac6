// Neither a caller, a log nor a URL may reveal anything of a key.
import { inspect } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { createAccountKey, listKeys, setAccountActive, setKeyActive } from '../../src/db/keys.js';
import { createKey, hashKey } from '../../src/key.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { soon } from '../support/soon.js';
import { statementsOf } from '../support/statements.js';
import { load, tournament } from '../support/world.js';

const db = await openTestDb();
const logged: string[] = [];
const deps = { log: (...said: unknown[]) => void logged.push(inspect(said, { depth: null })) };
await load(db, [tournament(), tournament({ slug: 'second' })]);
const remembering = await createTestApp(db, { deps, documented: false, remember: true });
const forgetful = await createTestApp(db, { deps, documented: false });
const { key } = forgetful;

const LIST = 'http://gateway.test/api/v1/tournaments';
const ask = (app: App, address: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(address, { headers }));
const withKey = (app: App, authorization: string) =>
  ask(app, LIST, { authorization: `Bearer ${authorization}` }).then(({ status }) => status);

describe('unknown, deactivated and of a deactivated account: what is done is the same', () => {
  const keys: string[] = [];
  beforeAll(async () => {
    keys.push(createKey(), await createAccountKey(db.sql, 'Off'), await createAccountKey(db.sql, 'Gone'));
    const off = (await listKeys(db.prisma)).find(({ account }) => account === 'Off');
    await setKeyActive(db.prisma, off?.id ?? -1, false);
    await setAccountActive(db.prisma, 'Gone', false);
  });

  test('one lookup by hash, the same statement', async () => {
    const statements: string[][] = [];
    for (const each of keys) statements.push(await statementsOf(() => withKey(forgetful, each)));
    expect(statements[0]).toHaveLength(1);
    expect(statements[0]?.[0]).toContain('WHERE k."hash" = ANY($1)');
    expect(statements).toStrictEqual(keys.map(() => statements[0]));
  });

  test('the refusal is remembered, and takes no statement the next time', async () => {
    await soon(async () => {
      expect(await Promise.all(keys.map((each) => withKey(remembering, each)))).toStrictEqual([401, 401, 401]);
      expect(await statementsOf(() => Promise.all(keys.map((each) => withKey(remembering, each))))).toStrictEqual([]);
    });
  });
});

describe('a key is taken from its header only, and never given back', () => {
  test.each(['api_key', 'apiKey', 'key', 'token', 'access_token', 'authorization', 'Authorization'])(
    '?%s=',
    async (name) => {
      for (const value of [key, `Bearer ${key}`]) {
        const response = await ask(forgetful, `${LIST}?${new URLSearchParams({ [name]: value })}`);
        expect(response.status).toBe(401);
        expect(await everythingIn(response)).not.toContain(key);
      }
    },
  );

  test.each(['cookie', 'x-api-key', 'proxy-authorization', 'x-authorization'])('the header %s', async (name) => {
    const response = await ask(forgetful, LIST, {
      [name]: name === 'cookie' ? `authorization=${key}` : `Bearer ${key}`,
    });
    expect(response.status).toBe(401);
    expect(await everythingIn(response)).not.toContain(key);
  });

  test('beside a good header one in the address is ignored, and not carried into next', async () => {
    const response = await ask(forgetful, `${LIST}?limit=1&api_key=${key}`, { authorization: `Bearer ${key}` });
    expect(response.status).toBe(200);
    const everything = await everythingIn(response);
    expect(everything).toContain('limit=1&cursor=');
    expect(everything).not.toContain(key);
  });
});

test.each(['api_key', 'tournament'])('no key and no hash is logged when the table %s cannot be read', async (table) => {
  logged.length = 0;
  await db.sql.query(`ALTER TABLE "${table}" RENAME TO "hidden"`);
  const addresses = [LIST, `${LIST}?api_key=${key}`, `http://gateway.test/graphql?query={tournaments{nodes{slug}}}`];
  try {
    for (const address of addresses) {
      const response = await ask(forgetful, address, { authorization: `Bearer ${key}` });
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(await everythingIn(response)).not.toContain(key);
    }
  } finally {
    await db.sql.query(`ALTER TABLE "hidden" RENAME TO "${table}"`);
  }
  expect(logged).toHaveLength(addresses.length);
  expect(logged.filter((said) => said.includes(key) || said.includes(hashKey(key)))).toStrictEqual([]);
});

async function everythingIn(response: Response): Promise<string> {
  return inspect([response.statusText, [...response.headers], await response.text()], {
    depth: null,
    maxStringLength: null,
  });
}
