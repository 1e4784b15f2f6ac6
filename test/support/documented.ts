// Checks every REST answer of the test run against the OpenAPI document: one that the document does not describe, down
// to an additional key, fails the test that requested it.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type App, createApp } from '../../src/app/app.js';
import type { AppDeps } from '../../src/app/wiring.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { callOf } from '../../src/http/call.js';
import { createEndpointAt } from '../../src/http/endpoint.js';
import { responseOf } from '../../src/http/reply.js';
import { isStream } from '../../src/http/stream.js';
import { restEndpoints } from '../../src/rest/endpoints.js';
import { createOpenapi } from '../../src/rest/openapi.js';
import { REST_PREFIX } from '../../src/rest/route-answer.js';
import { readRoutes } from '../../src/rest/routes.js';
import { NO_STREAMS } from './no-streams.js';

const routes = readRoutes(schema);
const notAsked = () => Promise.reject(new Error('not to be asked'));
const runner = { ask: notAsked, answer: notAsked, recall: () => undefined };
const endpointAt = createEndpointAt(restEndpoints({ routes, runner, ...NO_STREAMS }));
const document = closed(createOpenapi(routes)('https://api.battles.example'));
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'openapi');
const ERROR = '/components/schemas/Error';
const validators = new Map<string, ValidateFunction>();

/** The service without rate limit, with a long queue and much time for a request, unless the test overrides that. */
export function createPlainApp(deps: AppDeps): Promise<App> {
  return createApp({ ...deps, config: { rateLimit: 0, maxQueueMs: 60_000, requestTimeoutMs: 60_000, ...deps.config } });
}

/** The same, with every answer checked against the OpenAPI document. */
export async function createDocumentedApp(deps: AppDeps): Promise<App> {
  const app = await createPlainApp(deps);
  return {
    ...app,
    async fetch(request) {
      const response = await app.fetch(request);
      await expectDocumented(request, response);
      return response;
    },
    async reply(call) {
      const { signal } = call;
      const reply = await app.reply(call);
      // A stream has no end to read to, and starts when it is read.
      if (isStream(reply.body)) return reply;
      await expectDocumented({ method: call.method, url: call.rawUrl, ...(signal && { signal }) }, responseOf(reply));
      return reply;
    },
  };
}

/** Throws if the body does not have the common error format. */
export async function expectError(response: Response): Promise<void> {
  const problems = problemsOf(ERROR, JSON.parse(await textOf(response.clone())));
  if (problems) throw new Error(`${response.status} is not as every error: ${problems}`);
}

/** Throws if the answer is not as documented; does not consume its body. */
export async function expectDocumented(
  { method, url, signal }: Pick<Request, 'method' | 'url'> & { signal?: AbortSignal },
  response: Response,
): Promise<void> {
  const { pathname } = new URL(url);
  if (!pathname.startsWith(`${REST_PREFIX}/`) || method === 'OPTIONS' || method === 'HEAD') return;
  const endpoint =
    method === 'GET' ? endpointAt(callOf(new Request(`http://gateway.test${pathname}`)))?.endpoint : undefined;
  const place = endpoint ? `/paths/${escaped(endpoint.path)}/get/responses/${response.status}` : null;
  const pointer = place ? `${place}/content/${escaped('application/json')}/schema` : ERROR;
  // A 304 has no body, and nobody receives the answer to an aborted request.
  if (response.status === 304 || signal?.aborted) return;
  const body = JSON.parse(await textOf(response.clone()));
  const problems = problemsOf(pointer, body);
  if (problems) throw new Error(`${method} ${url} ${response.status} is not as documented: ${problems}`);
}

/** The decompressed body. */
export async function textOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const coding = response.headers.get('content-encoding');
  return (coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

function problemsOf(pointer: string, body: unknown): string | null {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
  validators.set(pointer, validate);
  return validate(body) ? null : ajv.errorsText(validate.errors);
}

/** Clients must tolerate keys that are added later; here a key that the document does not name is an error. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const inside = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isObject = inside.type === 'object' && inside.properties;
  return (isObject ? { ...inside, additionalProperties: false } : inside) as Part;
}

/** Escapes a part of a JSON pointer in a reference. */
function escaped(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
