import { serverAudits } from 'graphql-http';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { serveHttp } from '../tool-pages/serve.js';

const UNAUTHORIZED =
  '{"errors":[{"message":"Missing or invalid Authorization header","extensions":{"code":"UNAUTHORIZED"}}]}';

let app: TestApp;
let url: string;

beforeAll(async () => {
  app = await createTestApp(await openTestDb());
  url = `${(await serveHttp(app)).url}/graphql`;
});

describe('GraphQL over HTTP', () => {
  const withKey: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${app.key}`);
    return fetch(input, { ...init, headers });
  };

  test('all 61 audits pass with the key and every limit on', async () => {
    const failed: string[] = [];
    const audits = serverAudits({ url, fetchFn: withKey });
    for (const audit of audits) {
      const result = await audit.fn();
      if (result.status !== 'ok') failed.push(`${result.id} ${result.name}: ${result.reason}`);
    }
    expect(failed).toStrictEqual([]);
    expect(audits).toHaveLength(61);
  });

  test('without the key, each of the 61 requests is a 401 in the form of GraphQL', async () => {
    const answers: { status: number; body: string; authenticate: string | null }[] = [];
    const withoutKey: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      answers.push({
        status: response.status,
        body: await response.clone().text(),
        authenticate: response.headers.get('www-authenticate'),
      });
      return response;
    };
    for (const audit of serverAudits({ url, fetchFn: withoutKey })) await audit.fn();
    expect(answers).toStrictEqual(Array(61).fill({ status: 401, body: UNAUTHORIZED, authenticate: 'Bearer' }));
  });

  test('a body of 5 MB is refused on the wire, with and without a declared length', async () => {
    const large = new Blob([' '.repeat(5_000_000)]);
    for (const body of [large, large.stream()]) {
      const headers = { 'content-type': 'application/json' };
      const response = await withKey(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
      expect({ status: response.status, body: await response.json() }).toStrictEqual({
        status: 400,
        body: {
          errors: [
            {
              message: 'The request is larger than 100,000 bytes; shorten the document or its variables',
              extensions: { code: 'BAD_REQUEST' },
            },
          ],
        },
      });
    }
  });
});
