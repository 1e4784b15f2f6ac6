// Three routes as one would write them by hand for speed alone: one statement that produces the JSON. There is no
// authentication, no validation, and nothing beyond what these routes need.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { createCursors } from '../../src/paging/page.js';
import { BATTLES, STANDINGS, TOURNAMENTS } from './handwritten-sql.js';

// JIT compilation does not pay off for statements this short; the service turns it off as well.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c jit=off' });
const cursors = createCursors({ secrets: () => ['b'.repeat(32)], lifetimeMs: Number(process.env.CURSOR_LIFETIME_MS) });
const base = String(process.env.PUBLIC_URL);
const site = 'https://battles.example';

const next = (path: string, limit: number, key: string | null, scope: unknown[]) =>
  key === null
    ? 'null'
    : JSON.stringify(`${base}${path}?limit=${limit}&cursor=${cursors.write(key, JSON.stringify(scope))}`);
const NO_FILTERS = { from: null, to: null, status: null };

async function tournaments(limit: number): Promise<string> {
  const { rows } = await pool.query({ name: 'tournaments', text: TOURNAMENTS, values: [limit, site] });
  const { data, key } = rows[0];
  return `{"data":${data},"next":${next('/api/v1/tournaments', limit, key, ['tournaments', '', NO_FILTERS])}}`;
}

async function battles(club: string, limit: number): Promise<string> {
  const { rows } = await pool.query({ name: 'battles', text: BATTLES, values: [limit, site, club] });
  const { data, key } = rows[0];
  return `{"data":${data},"next":${next(`/api/v1/clubs/${club}/battles`, limit, key, ['clubBattles', club, NO_FILTERS])}}`;
}

async function standings(slug: string): Promise<string> {
  const { rows } = await pool.query({ name: 'standings', text: STANDINGS, values: [slug] });
  return rows[0].body;
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', base);
  const [, , , what = '', key = '', of] = url.pathname.split('/');
  const limit = Number(url.searchParams.get('limit') ?? 20);
  const body = await (what === 'clubs' ? battles(key, limit) : of ? standings(key) : tournaments(limit));
  const bytes = Buffer.from(body);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
