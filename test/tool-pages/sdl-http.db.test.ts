import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';

const app = await createTestApp(await openTestDb());
const open = (headers: Record<string, string> = {}, method = 'GET') =>
  app.fetch(new Request('http://gateway.test/schema.graphql', { method, headers }));

test('/schema.graphql is the whole schema, without a key', async () => {
  const response = await open();
  const text = await response.text();
  expect([response.status, response.headers.get('content-type')]).toStrictEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toBe(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  expect(buildSchema(text).getQueryType()?.name).toBe('Query');
});

test('it has a tag, and is a 304 for a client that has it; another method is a 405', async () => {
  const etag = (await open()).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"/);
  expect((await open({ 'if-none-match': etag })).status).toBe(304);
  expect((await open({}, 'POST')).status).toBe(405);
});
