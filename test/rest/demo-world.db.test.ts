// The routes as a third party uses them: over the demo world, with a client generated from the OpenAPI document.
import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import { describe, expect, test } from 'vitest';
import { restExamples } from '../../scripts/rest-examples.js';
import { EXAMPLES } from '../../src/rest/openapi.js';
import { createTestApp } from '../support/app.js';
import { openDemoDb } from '../support/demo-database.js';
import type { paths } from './openapi.generated.js';

const db = await openDemoDb();
const app = await createTestApp(db);
const client = createClient<paths>({
  baseUrl: 'http://gateway.test',
  headers: { authorization: `Bearer ${app.key}` },
  fetch: app.fetch,
});
const tournament = { path: { slug: 'spring-clash-2026' } };
const club = { path: { slug: 'northern-legion' } };

test('the examples of the OpenAPI document are not stale: npm run schema', async () => {
  expect(readFileSync(EXAMPLES, 'utf8')).toBe(await restExamples(db));
});

describe('a client with generated types', () => {
  test('lists tournaments', async () => {
    const { data } = await client.GET('/api/v1/tournaments', { params: { query: { status: 'finished', limit: 3 } } });
    expect(data?.data.map(({ status }) => status)).toStrictEqual(['finished', 'finished', 'finished']);
    expect(data?.next).toMatch(/^http:\/\/gateway\.test\/api\/v1\/tournaments\?status=finished&limit=3&cursor=/);
  });

  test('tells a board from a bracket', async () => {
    const route = '/api/v1/tournaments/{slug}/standings';
    const { data: final } = await client.GET(route, { params: tournament });
    const row = final?.data[0];
    expect(row && 'rank' in row && row.player).toBe('Jiří Dvořák');
    const { data: knockout } = await client.GET(route, { params: { ...tournament, query: { stage: 'knockout' } } });
    const match = knockout?.data[0];
    expect(match && 'table' in match && match.players.length).toBe(2);
  });

  test("lists a club's battles", async () => {
    const params = { ...club, query: { from: '2026-03-01', to: '2026-03-31' } };
    const { data } = await client.GET('/api/v1/clubs/{slug}/battles', { params });
    expect(data?.data.length).toBeGreaterThan(0);
    expect(data?.data.every(({ date }) => date?.startsWith('2026-03'))).toBe(true);
  });

  test('is told what went wrong', async () => {
    const { error, response } = await client.GET('/api/v1/battles/{id}', { params: { path: { id: 'none' } } });
    expect(response.status).toBe(404);
    expect(error?.error).toStrictEqual({ status: 404, message: 'Battle not found', code: 'NOT_FOUND' });
  });
});
