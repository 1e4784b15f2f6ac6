import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { readRoutes } from '../../src/rest/routes.js';
import { readSiteOperations } from '../../src/site/site-operations.js';
import { createTestApp, SITE_URL, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load, player } from '../support/world.js';

const db = await openTestDb();
const playerPage = readSiteOperations().find(({ name }) => name === 'PlayerPage');
const { text = '', hash = '' } = playerPage ?? {};
const variables = { id: 'ann' };

await load(db, [player('ann', { name: 'Ann' })]);
const app = await createTestApp(db);

const DATA = {
  player: {
    id: Buffer.from('Player:ann').toString('base64url'),
    publicId: 'ann',
    name: 'Ann',
    battleCount: 0,
    url: `${SITE_URL}/players/ann`,
    battles: { nodes: [], nextCursor: null },
    participations: { nodes: [], nextCursor: null },
    rating: null,
    ratingHistory: { nodes: [] },
    opponents: [],
  },
  factions: { nodes: [] },
};

type Answer = { status: number; data: unknown; error: unknown };

const get = (params: Record<string, unknown>, to: Pick<TestApp, 'fetch'> = app) => {
  const given = Object.entries({ variables, ...params });
  const texts = given.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  return answer(to, `http://gateway.test/graphql?${new URLSearchParams(texts)}`);
};
const post = (params: Record<string, unknown>, to: Pick<TestApp, 'fetch'> = app) =>
  answer(to, 'http://gateway.test/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ variables, ...params }),
  });

async function answer(to: Pick<TestApp, 'fetch'>, url: string, init: RequestInit = {}): Promise<Answer> {
  const request = new Request(url, init);
  request.headers.set('authorization', `Bearer ${app.key}`);
  // With plain application/json, a document that cannot be executed gets a 200, as the specification requires.
  request.headers.set('accept', 'application/graphql-response+json');
  const response = await to.fetch(request);
  const { data, errors } = await response.json();
  const [error] = errors ?? [];
  return { status: response.status, data, error: error && { message: error.message, code: error.extensions?.code } };
}

/** All ways to name the operation. */
const WAYS: [string, Record<string, unknown>][] = [
  ['documentId is its name', { documentId: 'PlayerPage' }],
  ['documentId is its hash', { documentId: hash }],
  ['documentId is its hash as the draft writes it', { documentId: `sha256:${hash}` }],
  ['extensions.persistedQuery', { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } }],
];

describe('a persisted operation', () => {
  test.each(WAYS)('is answered over GET and POST when %s', async (_way, params) => {
    const found = { status: 200, data: DATA, error: undefined };
    expect(await get(params)).toStrictEqual(found);
    expect(await post(params)).toStrictEqual(found);
  });

  test('that nobody knows is a 404 which says so', async () => {
    const unknown = {
      status: 404,
      data: undefined,
      error: {
        message:
          'There is no persisted operation with this name or hash. ' +
          `There are: ${[...readSiteOperations(), ...readRoutes(schema)].map(({ name }) => name).join(', ')}`,
        code: 'NOT_FOUND',
      },
    };
    expect(await get({ documentId: 'playerpage' })).toStrictEqual(unknown);
    expect(await post({ documentId: 7 })).toStrictEqual(unknown);
    expect(await post({ extensions: { persistedQuery: { sha256Hash: '00' } } })).toStrictEqual(unknown);
    expect(await post({ documentId: 'constructor' })).toStrictEqual(unknown);
  });

  test.each(['documentId', 'query', 'operationName', 'variables', 'extensions'])(
    'is refused if the address gives %s twice',
    async (name) => {
      const address = `http://gateway.test/graphql?documentId=PlayerPage&${name}=PlayerPage&${name}=x`;
      expect(await answer(app, address)).toMatchObject({
        status: 400,
        error: { message: `${name} must be given only once`, code: 'BAD_REQUEST' },
      });
    },
  );

  test('has its variables checked', async () => {
    expect(await get({ documentId: 'PlayerPage', variables: {} })).toStrictEqual({
      status: 400,
      data: undefined,
      error: { message: 'Variable "$id" of required type "ID!" was not provided.', code: 'BAD_REQUEST' },
    });
  });

  test('keeps to the limits', async () => {
    const { status, error } = await get({ documentId: 'PlayerPage', variables: { id: 'ann', battles: 101 } });
    expect({ status, error }).toStrictEqual({
      status: 400,
      error: { message: 'first must not exceed 100', code: 'BAD_REQUEST' },
    });
  });

  test('says in errors what was not found', async () => {
    expect(await get({ documentId: 'PlayerPage', variables: { id: 'nobody' } })).toStrictEqual({
      status: 200,
      data: { player: null, factions: { nodes: [] } },
      error: { message: 'Player not found', code: 'NOT_FOUND' },
    });
  });
});

describe('a document sent as text', () => {
  test('is answered, whatever id comes with it', async () => {
    const query = 'query ($id: ID!) { player(id: $id) { name } }';
    expect(await post({ query, documentId: undefined })).toMatchObject({ data: { player: { name: 'Ann' } } });
    const extensions = { persistedQuery: { sha256Hash: '00' } };
    expect(await post({ query, extensions })).toMatchObject({ data: { player: { name: 'Ann' } } });
  });

  test('is needed when there is no id', async () => {
    expect(await post({})).toMatchObject({ status: 400, error: { message: 'Must provide query string.' } });
  });
});

describe('with PERSISTED_ONLY', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await createTestApp(db, { remember: true, documented: false, config: { persistedOnly: true } });
  });

  test.each(WAYS)('a persisted operation is answered when %s', async (_way, params) => {
    expect(await get(params, strict)).toStrictEqual({ status: 200, data: DATA, error: undefined });
  });

  test('the text of a persisted operation is as good as its hash', async () => {
    expect(await post({ query: text }, strict)).toStrictEqual({ status: 200, data: DATA, error: undefined });
  });

  test.each([
    ['another document', { query: '{ clubs { nextCursor } }' }],
    ['introspection', { query: '{ __schema { queryType { name } } }' }],
    ['a document that borrows an id', { query: '{ clubs { nextCursor } }', documentId: 'PlayerPage' }],
    ['something that is no document', { query: '}' }],
    ['nothing', {}],
  ])('%s is refused', async (_what, params) => {
    const refused = {
      status: 400,
      data: undefined,
      error: { message: 'Only persisted operations are accepted', code: 'BAD_REQUEST' },
    };
    expect(await get(params, strict)).toStrictEqual(refused);
    expect(await post(params, strict)).toStrictEqual(refused);
  });
});
