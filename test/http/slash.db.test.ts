// A trailing slash, on every kind of path.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';

const { app } = await openTestApp([], { config: { persistedOnly: true } });

const HTML = 'text/html,*/*;q=0.8';
const ask = async (method: string, path: string, accept: string) => {
  const response = await app.fetch(new Request(`http://gateway.test${path}`, { method, headers: { accept } }));
  return [response.status, response.headers.get('location')];
};

test.each([
  ['/health/live/', '../live'],
  ['/health/ready/?verbose=1', '../ready?verbose=1'],
  ['/docs/', '../docs'],
  ['/developers/', '../developers'],
  ['/schema.graphql/', '../schema.graphql'],
  ['/bundle.schema.json/', '../bundle.schema.json'],
  ['/robots.txt/', '../robots.txt'],
  ['/tournaments/nothing/', '../nothing'],
])('%s needs no key: it leads to the one address, and takes no other method', async (path, location) => {
  for (const accept of [HTML, '*/*']) {
    for (const method of ['GET', 'HEAD']) expect(await ask(method, path, accept)).toStrictEqual([308, location]);
    for (const method of ['POST', 'DELETE']) expect(await ask(method, path, accept)).toStrictEqual([405, null]);
  }
});

test('/graphql/ leads a browser to the address without it, also where there is no GraphiQL', async () => {
  expect(await ask('GET', '/graphql/', HTML)).toStrictEqual([308, '../graphql']);
});

test.each(['/graphql/', '/api/v1/tournaments/'])('a program is asked for the key at %s', async (path) => {
  expect(await ask('GET', path, 'application/json')).toStrictEqual([401, null]);
  expect(await ask('POST', path, HTML)).toStrictEqual([401, null]);
});
