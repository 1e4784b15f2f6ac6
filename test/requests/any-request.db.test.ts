// Whatever is sent to either endpoint gets an answer in time, in the documented format, and never a 5xx.
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { GRAPHQL_PATH, withoutSlash } from '../../src/http/endpoint.js';
import { REST_PREFIX } from '../../src/rest/route-answer.js';
import { readRoutes } from '../../src/rest/routes.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { expectDocumented, expectError, textOf } from '../support/documented.js';
import { oneResultIn } from '../support/one-result.js';
import { richWorld } from '../support/rich-world.js';
import { runs } from '../support/runs.js';
import { load, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';
import { arbitraryRequest } from './arbitrary-request.js';
import { graphqlProblems } from './graphql-answer.js';
import { createSender, promisesMore, type WireAnswer, type WireRequest } from './request.js';

/** `FUZZ_REQUESTS=100000 npx vitest run any-request` is the long form. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? runs(2_000));
const AT_ONCE = 20;

vi.setConfig({ testTimeout: 60_000 + REQUESTS * 100 });

const PAGES = ['/', '/docs', '/openapi.json', '/bundle.schema.json'];
const logged: unknown[] = [];

const db = await openTestDb();
await load(db, [...richWorld, tournament({ slug: 'second' })]);
const log = (message: string, error: unknown) => logged.push(message, error);
const app = await createTestApp(db, { remember: true, documented: false, config: { rateLimit: 0 }, deps: { log } });
const authorization = `Bearer ${app.key}`;
const { url } = await serveHttp(app);
const sender = createSender(Number(new URL(url).port));
const page = await fetch(`${url}${REST_PREFIX}/tournaments?limit=1`, { headers: { authorization } });
const { next } = (await page.json()) as { next: string };
const known = {
  authorization,
  routes: readRoutes(schema).map(({ path }) => path),
  ids: {
    tournaments: ['spring-clash', 'second'],
    clubs: ['northern-legion'],
    users: ['p-1', 'p-2'],
    battles: ['b-1', 'b-2', 'b-3'],
  },
  cursors: [new URL(next).searchParams.get('cursor') ?? ''],
  tags: [page.headers.get('etag') ?? ''],
};
afterAll(() => sender.close());

test(`${REQUESTS} generated requests are answered in time, as documented and without a 5xx`, async () => {
  const statuses: Record<string, number> = {};
  const batch = fc.array(arbitraryRequest(known), { minLength: AT_ONCE, maxLength: AT_ONCE });
  const answered = async (generated: WireRequest) => {
    const request = withoutStream(generated);
    const answer = await sender.send(request);
    const status = answer?.status ?? 'none';
    statuses[status] = (statuses[status] ?? 0) + 1;
    await expectProper(request, answer).catch((problem: Error) => {
      throw new Error(`${JSON.stringify(request)}\n${status} ${answer?.body.subarray(0, 500)}\n${problem.message}`);
    });
  };
  await fc.assert(
    fc.asyncProperty(batch, (requests) => Promise.all(requests.map(answered)).then(() => undefined)),
    // Shrinking is not needed, because the error names the request that failed.
    { numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true },
  );
  console.log(`Answers by status: ${JSON.stringify(statuses)}`);
  // Requests that are cut off in the middle must not be logged as errors either.
  expect(logged).toStrictEqual([]);
  const after = await sender.send({
    method: 'GET',
    target: `${REST_PREFIX}/tournaments`,
    headers: [
      ['host', 'a'],
      ['authorization', known.authorization],
    ],
    body: null,
  });
  expect(after?.status).toBe(200);
});

/** Without the streaming form of the change feed, which does not end. */
function withoutStream(request: WireRequest): WireRequest {
  if (!request.target.includes('/changes')) return request;
  const isStream = /event-stream|ndjson/;
  return { ...request, headers: request.headers.filter(([name, value]) => name !== 'accept' || !isStream.test(value)) };
}

/** A body in a transfer coding that is not understood. */
const isCodedOtherwise = ({ headers }: WireRequest) =>
  headers.some(([name, value]) => name === 'transfer-encoding' && value.trim().toLowerCase() !== 'chunked');

async function expectProper(request: WireRequest, answer: WireAnswer | null): Promise<void> {
  const { method, target } = request;
  if (!answer) {
    if (promisesMore(request)) return;
    throw new Error('no answer');
  }
  const { status } = answer;
  // Not ours, but the answer that RFC 9112 asks for.
  if (status === 501 && isCodedOtherwise(request)) return;
  if (status >= 500) throw new Error('a 5xx');
  if (method === 'HEAD' || status === 204 || status === 304) return;
  const response = new Response(new Uint8Array(answer.body), { status, headers: answer.headers });
  const url = /^https?:/.test(target) ? target : `http://gateway.test${target}`;
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const isPage = answer.headers.get('content-type')?.startsWith('text/html');
  if (status === 200 && (PAGES.includes(path) || isPage)) return;
  // A browser gets a 404 page, except from the API.
  if (isPage && !path.startsWith(`${REST_PREFIX}/`) && withoutSlash(path) !== GRAPHQL_PATH) return;
  if (status === 308) return;
  // What could not be parsed as a request is refused in the common format.
  const text = withoutSlash(path) === GRAPHQL_PATH ? await textOf(response.clone()) : null;
  const body = text && JSON.parse(oneResultIn(text) ?? text);
  if (body && !('error' in body)) {
    const problems = graphqlProblems(body);
    if (problems) throw new Error(`not a GraphQL response: ${problems}`);
  } else if (path.startsWith(`${REST_PREFIX}/`) && status !== 431) {
    await expectDocumented({ method, url }, response);
  } else {
    await expectError(response);
  }
}
