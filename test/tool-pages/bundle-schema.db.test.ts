import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bundleSchemaText } from '../../src/tool-pages/bundle-schema.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';

test('the JSON Schema of bundles is served without a key, and is the one in bundle.schema.json', async () => {
  const app = await createTestApp(await openTestDb());
  const response = await app.fetch(new Request('http://gateway.test/bundle.schema.json'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
  const shipped = await readFile(new URL('../../bundle.schema.json', import.meta.url), 'utf8');
  expect(await response.text()).toBe(shipped);
  expect(shipped, 'stale: npm run schema').toBe(bundleSchemaText());
});
