import { describe, expect, test } from 'vitest';
import { createAccountKey, listKeys, setAccountActive, setKeyActive } from '../../src/db/keys.js';
import { createKey } from '../../src/key.js';
import { soon } from '../support/soon.js';
import { tournament } from '../support/world.js';
import { notFound, openService } from './service.js';

const { app, db, load, get, refused } = openService();

const MISSING = 'Missing or invalid Authorization header';
const FORMAT = 'Invalid API key format';
const INVALID = 'Invalid API key';

describe('Authentication', () => {
  test('1. Every request must carry the header. Decided: the scheme is case-insensitive', async () => {
    expect((await ask(`bearer ${app().key}`)).status).toBe(200);
  });

  test('1. Every request. Decided: 401 comes before an unknown path, another method and wrong parameters', async () => {
    for (const [path, method] of [
      ['/api/v1/nowhere', 'GET'],
      ['/api/v1/tournaments', 'POST'],
      ['/api/v1/tournaments?limit=0', 'GET'],
      ['/api/v1/tournaments/none', 'GET'],
    ] as const) {
      expect((await get(path, { method, headers: { authorization: null } })).status).toBe(401);
    }
  });

  test('2. Every API key begins with the fixed prefix `svc_v1_`', async () => {
    expect(app().key.startsWith('svc_v1_')).toBe(true);
    expect(createKey().startsWith('svc_v1_')).toBe(true);
  });

  test('3. Failures return HTTP 401. Decided: also `WWW-Authenticate: Bearer`', async () => {
    expect((await ask(null)).headers.get('www-authenticate')).toBe('Bearer');
  });

  test('4. The messages are deliberately distinguishable only by text', async () => {
    const answers = await Promise.all([null, 'Bearer abc', `Bearer ${createKey()}`].map(ask));
    const seen = await Promise.all(
      answers.map(async (response) => {
        const { error } = (await response.json()) as { error: { message: string } };
        const { 'content-length': _, ...headers } = Object.fromEntries(response.headers);
        return { message: error.message, rest: JSON.stringify([response.status, headers, { ...error, message: '' }]) };
      }),
    );
    expect(seen.map(({ message }) => message)).toStrictEqual([MISSING, FORMAT, INVALID]);
    expect(new Set(seen.map(({ rest }) => rest)).size).toBe(1);
  });

  test('4. An invalid key gives no more detail', async () => {
    const [deactivated, orphaned] = [await createAccountKey(db().sql, 'Off'), await createAccountKey(db().sql, 'Gone')];
    await setKeyActive(db().prisma, (await idOf('Off')) ?? -1, false);
    await setAccountActive(db().prisma, 'Gone', false);
    const answers = await Promise.all(
      [createKey(), deactivated, orphaned].map(async (key) => {
        const response = await ask(`Bearer ${key}`);
        return [response.status, [...response.headers], await response.text()];
      }),
    );
    expect(answers[1]).toStrictEqual(answers[0]);
    expect(answers[2]).toStrictEqual(answers[0]);
  });
});

describe('The message is one of the following', () => {
  test('Missing or invalid Authorization header: No header', async () => {
    expect(await messageFor(null)).toBe(MISSING);
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic YW5uOnMzY3JldA==', 'Token KEY', 'KEY', 'BearerKEY', 'Bearer KEY KEY'])(
    'Missing or invalid Authorization header: wrong format: "%s"',
    async (header) => {
      expect(await messageFor(header.replaceAll('KEY', app().key))).toBe(MISSING);
    },
  );

  test.each(['abc', 'svc_v2_abc', 'SVC_V1_abc', 'svc_v1', '_svc_v1_'])(
    'Invalid API key format: Key does not start with the prefix: %s',
    async (key) => {
      expect(await messageFor(`Bearer ${key}`)).toBe(FORMAT);
    },
  );

  test('Invalid API key: Key unknown', async () => {
    for (const key of [createKey(), 'svc_v1_', 'svc_v1_abc', `${app().key}0`]) {
      expect(await messageFor(`Bearer ${key}`)).toBe(INVALID);
    }
  });

  test('Invalid API key: Key deactivated', async () => {
    expect((await get('/api/v1/tournaments')).status).toBe(200);
    await setKeyActive(db().prisma, (await idOf('Test')) ?? -1, false);
    await soon(async () => expect(await messageFor(`Bearer ${app().key}`)).toBe(INVALID));
  });

  test('Invalid API key: its account is no longer active', async () => {
    expect((await get('/api/v1/tournaments')).status).toBe(200);
    await setAccountActive(db().prisma, 'Test', false);
    await soon(async () => expect(await messageFor(`Bearer ${app().key}`)).toBe(INVALID));
  });

  test('How keys are obtained and any scopes or permissions per key: not shown. Every key sees the same', async () => {
    await load(tournament());
    const other = await createAccountKey(db().sql, 'Other');
    const [mine, theirs] = await Promise.all([app().key, other].map((key) => ask(`Bearer ${key}`)));
    expect(mine?.status).toBe(200);
    expect(await theirs?.text()).toBe(await mine?.text());
  });
});

describe('Events', () => {
  test('Events (webhooks or notifications): not shown. There are none', async () => {
    for (const path of ['/api/v1/events', '/api/v1/webhooks']) {
      expect(await refused(path)).toStrictEqual(notFound('There is nothing at this address'));
    }
  });
});

function ask(authorization: string | null): Promise<Response> {
  return get('/api/v1/tournaments', { headers: { authorization } });
}

async function messageFor(authorization: string | null): Promise<string> {
  const { error } = (await (await ask(authorization)).json()) as { error: { message: string } };
  expect(error).toStrictEqual({ status: 401, message: error.message, code: 'UNAUTHORIZED' });
  return error.message;
}

async function idOf(account: string): Promise<number | undefined> {
  return (await listKeys(db().prisma)).find((key) => key.account === account)?.id;
}
