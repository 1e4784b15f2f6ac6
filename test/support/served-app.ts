// The service as callers use it: on a real port, with remembered answers.
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { serveHttp } from '../tool-pages/serve.js';
import { createTestApp, type TestApp, type TestAppOptions } from './app.js';
import { expectDocumented } from './documented.js';
import { atFileEnd } from './file-end.js';
import { statementsOf } from './statements.js';

/** The origin that clients use. */
export const ORIGIN = 'http://gateway.test';

/** Requests have the key, unless `headers` override it; `authorization: null` leaves it out. */
export type AskOptions = { method?: string; headers?: Record<string, string | null> };

export type ServedApp = Pick<TestApp, 'key'> & {
  /**
   * Sends the request with no-cache and then repeatedly until the answer is a remembered one: all answers must be
   * equal.
   */
  ask(path: string, options?: AskOptions): Promise<Response>;
  /** Sends the request once. */
  askOnce(path: string, options?: AskOptions): Promise<Response>;
};

export async function createServedApp(
  db: Db,
  options: Omit<TestAppOptions, 'remember' | 'documented'> = {},
): Promise<ServedApp> {
  const app = await createTestApp(db, { ...options, remember: true, documented: false });
  const { url } = await serveHttp(app);
  const agent = new Agent({ keepAlive: true });
  atFileEnd(() => agent.destroy());

  async function askOnce(path: string, { method = 'GET', headers = {} }: AskOptions = {}): Promise<Response> {
    const given = Object.entries({ host: new URL(ORIGIN).host, authorization: `Bearer ${app.key}`, ...headers });
    const sent = Object.fromEntries(given.filter(([, value]) => value !== null)) as Record<string, string>;
    const response = await send(url + path, { agent, method, headers: sent });
    await expectDocumented({ method, url: ORIGIN + path }, response);
    return response;
  }

  return {
    key: app.key,
    askOnce,
    async ask(path, options = {}) {
      const { method = 'GET', headers } = options;
      // Earlier writes are in this answer even if the service has not received their changes yet.
      const anew = await seen(await askOnce(path, { method, headers: { ...headers, 'cache-control': 'no-cache' } }));
      for (let tries = 1; ; tries += 1) {
        let response = new Response();
        const statements = await statementsOf(async () => {
          response = await askOnce(path, options);
        });
        expect(await seen(response)).toStrictEqual(anew);
        if (statements.length === 0 || method !== 'GET' || response.status !== 200) return response;
        expect(tries, `${path} is not remembered: ${statements}`).toBeLessThan(TRIES_MAX);
        await sleep(10);
      }
    },
  };
}

/** Changes written just before are reported a moment later and drop the remembered answer again. */
const TRIES_MAX = 100;

/** Headers that differ with every request. */
const OF_ONE_REQUEST = ['date', 'x-request-id'];

function send(url: string, options: { agent: Agent; method: string; headers: Record<string, string> }) {
  return new Promise<Response>((resolve, reject) => {
    const sending = request(url, options, async (incoming) => {
      const headers = new Headers();
      for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
        if (!OF_ONE_REQUEST.includes(name)) for (const value of values) headers.append(name, value);
      }
      const body = await buffer(incoming);
      resolve(new Response(body.length > 0 ? body : null, { status: incoming.statusCode ?? 0, headers }));
    });
    sending.on('error', reject).end();
  });
}

async function seen(response: Response) {
  return { status: response.status, headers: [...response.headers], body: await response.clone().text() };
}
