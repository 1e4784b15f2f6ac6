// An endpoint may build its replies for errors itself. If that fails, the caller is told all the same, and nobody else
// notices.
import { expect, test } from 'vitest';
import { errors } from '../../src/errors.js';
import { type Endpoint, publicEndpoint } from '../../src/http/endpoint.js';
import { CLIENT_LIMITS } from '../../src/http/server.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { serveHttp } from '../tool-pages/serve.js';

const db = await openTestDb();

const never = () => new Promise<never>(() => undefined);
const FAULTY: Endpoint = {
  ...publicEndpoint('/faulty', ({ url }) => (url?.search ? never() : Promise.reject(errors.unreachable()))),
  refusal() {
    throw new Error('its reply cannot be built');
  },
};

const said: unknown[] = [];
const log = (_message: string, error: unknown) => void said.push(error instanceof Error ? error.message : error);
// The endpoint for metrics is given from outside.
const app = await createTestApp(db, { documented: false, deps: { metrics: FAULTY, log } });
const { url } = await serveHttp(app, { limits: { ...CLIENT_LIMITS, answerTimeout: 300 } });

const heard = async (path: string) => {
  const response = await fetch(url + path);
  return [response.status, (await response.json()) as unknown];
};

test.each([
  ['by a request', '/faulty', 503, 'UNAVAILABLE'],
  ['by a timer', '/faulty?hangs', 504, 'UNAVAILABLE'],
])(
  'a refusal that throws when it is called %s is logged, and the error has the usual form',
  async (_by, path, status, code) => {
    said.length = 0;
    const error = { status, code, message: expect.any(String) };
    expect(await heard(path)).toStrictEqual([status, { error }]);
    expect(said).toStrictEqual(['its reply cannot be built']);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  },
);
