import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { isObjectType } from 'graphql';
import createClient from 'openapi-fetch';
import { describe, expect, test } from 'vitest';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';
import { graphiqlSettings } from '../../src/tool-pages/graphiql/settings.js';
import { followed } from '../subscriptions/follow.js';
import { createTestApp } from '../support/app.js';
import { openDemoDb } from '../support/demo-database.js';
import { serveHttp } from './serve.js';

const db = await openDemoDb();
const app = await createTestApp(db, { config: { siteUrl: null } });
const { url } = await serveHttp(app);

/** Patterns in each answer that make the example worth running; of a route at least that there is something. */
const SHOWS: Record<string, RegExp[]> = {
  Welcome: [/"nodes":\[\{"slug"/],
  TournamentsPage: [/"organizer":\{/, /"winners":\[\{/],
  TournamentPage: [/"__typename":"Board"/, /"__typename":"Bracket"/, /"latest":\{"nodes":\[\{/],
  ClubPage: [/"tournaments":\{"nodes":\[\{/, /"battles":\{"nodes":\[\{/],
  PlayerPage: [/"battles":\{"nodes":\[\{/, /"opponents":\[\{/],
  BattlePage: [/"list":\{/, /"rounds":\[\{/],
  Battle: [/"list":\{/, /"rounds":\[\{/],
  Club: [/"slug":"northern-legion"/],
  Search: [/"type":"Tournament"/],
  Tournament: [/"stages":\[\{/],
  TournamentParticipants: [/"list":\{/],
  Ratings: [/"prediction":\{/],
  Changes: [/"kind":"tournament"/, /"kind":"battle"/],
  Player: [/"publicId":"p-1003"/, /"battles":[1-9]/],
};

const { pages, live, routes } = graphiqlSettings(true);

test.each([...pages, ...routes])('$name returns data of the demo world', async ({ name, query, variables }) => {
  const something = routes.some((route) => route.name === name) ? [/"(data|nodes)":(\{"|\[\{)/] : [];
  const shown = [...something, ...(SHOWS[name] ?? [])];
  expect(shown, `add ${name} to SHOWS, with what its answer should show`).not.toStrictEqual([]);
  const { status, body } = await app.graphql(query, variables ? JSON.parse(variables) : {});
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
  for (const pattern of shown) expect(JSON.stringify(body.data)).toMatch(pattern);
});

test.each(live)('$name begins with what the demo world has', async ({ query, variables }) => {
  const search = new URLSearchParams({ query, variables });
  const { until, results, leave } = await followed(
    await app.get(`/graphql?${search}`, { accept: 'text/event-stream' }),
  );
  await until(1);
  expect(JSON.stringify(results[0])).toMatch(/^\{"data":\{"standings":\{"stage":.*"(rows|matches)":\[\{"/);
  await leave();
});

describe('in README and docs', () => {
  const root = new URL('../../', import.meta.url);
  const files = ['README.md', ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`)];
  const BLOCK = /^```(\w+)\n(.*?)^```$(?:\s*^```json\n(.*?)^```$)?/gms;
  const blocks = files
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      [...readFileSync(new URL(name, root), 'utf8').matchAll(BLOCK)].map(
        ([, language = '', code = '', answer = '...']) => ({ name, language, code, answer }),
      ),
    );
  const here = (code: string) => code.replaceAll('svc_v1_demo', app.key).replaceAll('http://127.0.0.1:4000', url);
  const commands = blocks.filter(({ code }) => code.startsWith('curl'));
  const isStream = ({ code }: { code: string }) => code.includes('text/event-stream');
  expect([commands.length, commands.filter(isStream).length]).toStrictEqual([5, 1]);

  test.each(commands.filter((each) => !isStream(each)))('$name: $code', async ({ code, answer }) => {
    const { stdout } = await promisify(execFile)('bash', ['-c', here(code)]);
    expect(stdout).not.toMatch(/^\{"errors?"|:\{\}/);
    // `...` stands for anything.
    const parts = answer.trim().split(/\s*\.\.\./);
    if (parts.length === 1) return expect(JSON.parse(stdout)).toMatchObject(JSON.parse(answer));
    const escaped = parts.map((part) => part.replace(/[^\w\s]/g, '\\$&'));
    expect(stdout.replaceAll(url, 'http://127.0.0.1:4000')).toMatch(new RegExp(`^${escaped.join('.*')}$`));
  });

  test('the subscription begins with rows', async () => {
    const [{ code } = { code: '' }] = commands.filter(isStream);
    const child = spawn('bash', ['-c', `exec ${here(code)}`], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [first] = await once(child.stdout, 'data');
    child.kill();
    expect(String(first)).toMatch(/"standings":\{"rows":\[\{"rank":1,"name":"/);
  });

  test('the typed client reads what it names', async () => {
    const { code } = blocks.find((block) => block.code.includes('createClient<paths>')) ?? { code: '' };
    const work = `return (async () => { ${here(code).replace('<paths>', '')} return { data, error }; })()`;
    const { data, error } = await new Function('createClient', 'key', work)(createClient, app.key);
    expect([error, data.data.length]).toStrictEqual([undefined, 20]);
  });

  test('the keys of Graphcache are null for every type without an id, so that it knows all of them', async () => {
    const { code } = blocks.find((block) => block.code.includes('cacheExchange(')) ?? { code: '' };
    const { keys } = new Function('cacheExchange', `return ${code}`)((options: object) => options);
    const without = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__') && !('id' in type.getFields()))
      .map(({ name }) => name)
      .filter((name) => !/^(Query|Subscription|PageInfo)$|(Connection|Edge)$/.test(name));
    expect(Object.keys(keys).sort()).toStrictEqual(without.sort());
    for (const key of Object.values<() => unknown>(keys)) expect(key()).toBeNull();
  });

  test('every npm script exists', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    const named = blocks.flatMap(({ code }) => [...code.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name));
    expect(named.filter((name = '') => !(name in scripts))).toStrictEqual([]);
  });
});
