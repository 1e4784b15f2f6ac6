// What was parsed for a connection is cached with it; every request is still handled on its own.
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAccountKey, listKeys, setKeyActive } from '../../src/db/keys.js';
import { openTestApp } from '../support/app.js';
import { soon } from '../support/soon.js';
import { serveHttp } from '../tool-pages/serve.js';

const LIMIT = 10_000;

const { app, db } = await openTestApp([], { remember: true, config: { rateLimit: LIMIT } });
const url = `${(await serveHttp(app)).url}/api/v1/tournaments`;
const [ann, ben] = [await createAccountKey(db.sql, 'Ann'), await createAccountKey(db.sql, 'Ben')];
await soon(() => expect(app.feed.isLive()).toBe(true));
// Makes the answer remembered, because a remembered answer costs exactly one.
await fetch(url, { headers: { authorization: `Bearer ${app.key}` } });

test('each request on a connection counts for the key it has, and only while that works', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  let connections = 0;
  const ask = (authorization?: string) =>
    new Promise<string>((resolve, reject) => {
      const request = get(
        url,
        { agent, headers: authorization === undefined ? {} : { authorization } },
        async (said) => {
          if (!request.reusedSocket) connections += 1;
          const body = await text(said);
          const left = /r=(\d+)/.exec(String(said.headers.ratelimit))?.[1];
          resolve(said.statusCode === 200 ? `${left} left` : `${said.statusCode} ${JSON.parse(body).error.message}`);
        },
      ).on('error', reject);
    });

  const answers: string[] = [];
  for (const authorization of [ann, ann, ben, ann, ben, ben]) answers.push(await ask(`Bearer ${authorization}`));
  expect(answers).toStrictEqual(['9999 left', '9998 left', '9999 left', '9997 left', '9998 left', '9997 left']);
  expect(await ask()).toBe('401 Missing or invalid Authorization header');
  expect(await ask('Bearer svc_v1_mistyped')).toBe('401 Invalid API key');
  expect(await ask(`bearer  ${ann} `)).toBe('9996 left');

  const id = (await listKeys(db.prisma)).find(({ account }) => account === 'Ann')?.id ?? -1;
  await setKeyActive(db.prisma, id, false);
  await vi.waitFor(async () => expect(await ask(`Bearer ${ann}`)).toBe('401 Invalid API key'), { timeout: 20_000 });
  expect(await ask(`Bearer ${ben}`)).toBe('9996 left');
  expect(connections).toBe(1);
});
