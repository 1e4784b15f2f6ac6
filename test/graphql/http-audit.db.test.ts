import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { serveHttp } from '../tool-pages/serve.js';

const app = await createTestApp(await openTestDb());
const url = `${(await serveHttp(app)).url}/graphql`;

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
});
