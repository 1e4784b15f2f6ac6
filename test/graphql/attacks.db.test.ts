// The attacks of the OWASP GraphQL cheat sheet, and others we know of. Each gets one small error and does not delay
// other requests.
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp(await openTestDb());
  await app.graphql('{ __typename }');
});

const times = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ');
const json = (query: string, variables?: unknown) => JSON.stringify({ query, variables });
const ofTournament = (inside: string) => `{ tournament(slug: "a") { ${inside} } }`;
const nested = (opening: string, count: number) => `${opening.repeat(count)} ${'}'.repeat(count)}`;
const doubling = (count: number, last: string) =>
  `{ ...F0 } ${times(count, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)}
  fragment F${count} on Query { ${last} }`;

const TOKENS = 'The document has more than 2,000 tokens; ask for less in one request';
const BODY = 'The request is larger than 100,000 bytes; shorten the document or its variables';
const REPEATS = 'The document repeats fields more than 200 times; ask for each once';

const ATTACKS: Record<string, Record<string, { body: string; message: string | RegExp }>> = {
  'deep nesting': {
    'fields 5,000 deep': { body: json(nested('{ a ', 5_000)), message: TOKENS },
    'fields as deep as tokens allow': {
      body: json(nested('{ organizer ', 660)),
      message: 'The document nests fields 660 deep; the limit is 10',
    },
    'brackets as deep as tokens allow': {
      body: json(`{ tournament(slug: ${'['.repeat(1_990)}`),
      message: /^(The document nests brackets too deeply|Syntax Error: .*)$/,
    },
    'from club to tournament to club, and on': {
      body: json(ofTournament(`${'organizer { tournaments(first: 1) { nodes { '.repeat(3)} slug ${'}'.repeat(9)}`)),
      message: 'The document nests fields 11 deep; the limit is 10',
    },
  },
  'alias flood': {
    'a thousand aliases': { body: json(`{ ${times(1_000, (n) => `a${n}: __typename`)} }`), message: TOKENS },
    'as many aliases as tokens allow': {
      body: json(ofTournament(times(660, (n) => `a${n}: name`))),
      message: 'The document has 660 aliases, with fragments expanded; the limit is 30',
    },
    'one alias, as long as a request can be, for each of thousands of objects': {
      body: json(`{tournaments(first:48){nodes{battles(first:100){nodes{${'a'.repeat(97_000)}:id}}}}}`),
      message: 'The aliases of the document have 97,000 characters, with fragments expanded; the limit is 1,200',
    },
  },
  'directive flood': {
    'a flood of directives': {
      body: json(ofTournament(`name ${'@include(if: true) '.repeat(280)}`)),
      message: 'The document has 280 directives, with fragments expanded; the limit is 10',
    },
    'a flood of directives that do not exist': {
      body: json(ofTournament(`name ${times(900, (n) => `@d${n}`)}`)),
      message: 'The document has 900 directives, with fragments expanded; the limit is 10',
    },
    'a flood of directives through fragments': {
      body: json(doubling(12, '__typename @include(if: true)')),
      message: 'The document has 4,096 directives, with fragments expanded; the limit is 10',
    },
  },
  'circular fragments': {
    'fragments in a circle': {
      body: json(
        `{ ...F0 } ${times(100, (n) => `fragment F${n} on Query { ...F${(n + 1) % 100} ...F${(n + 7) % 100} }`)}`,
      ),
      message: 'The fragment F0 leads back to itself',
    },
    'a fragment in itself': {
      body: json('{ ...F } fragment F on Query { __typename ...F }'),
      message: 'The fragment F leads back to itself',
    },
    'a circle below a field': {
      body: json('{ clubs { nodes { ...C } } } fragment C on Club { tournaments { nodes { organizer { ...C } } } }'),
      message: 'The fragment C leads back to itself',
    },
    'a circle that nobody spreads': {
      body: json('{ __typename } fragment A on Query { ...B } fragment B on Query { ...A }'),
      message: 'The fragment A leads back to itself',
    },
  },
  'fragments that multiply': {
    'fragments that double 18 times': {
      body: json(doubling(18, 'a: __typename')),
      message: 'The document has 262,144 aliases, with fragments expanded; the limit is 30',
    },
    'fragments that double 100 times': {
      body: json(doubling(100, '__typename')),
      message: 'The document asks for over 1,000,000 root fields; the limit is 10',
    },
  },
  'huge documents': {
    'one field ten thousand times': { body: json(`{ ${'hello '.repeat(10_000)} }`), message: TOKENS },
    '5 MB of comments': { body: json(`{ __typename } #${'x'.repeat(5_000_000)}`), message: BODY },
    'one name as long as a body can be': {
      body: json(`{ ${'x'.repeat(99_000)} }`),
      message: /^Cannot query field "x{980}…$/,
    },
    'six hundred operations to choose from': {
      body: json(times(600, (n) => `query Q${n} { __typename }`)),
      message: TOKENS,
    },
  },
  batching: {
    'a thousand operations at once': {
      body: `[${times(1_000, () => json('{ __typename }')).replaceAll(' {"', ',{"')}]`,
      message: 'Batching is not supported.',
    },
    'one operation in a list': { body: `[${json('{ __typename }')}]`, message: 'Batching is not supported.' },
  },
  'field duplication': {
    'one field as often as tokens allow': { body: json(ofTournament('name '.repeat(1_990))), message: REPEATS },
    'one object as often as tokens allow': {
      body: json(ofTournament('organizer { name } '.repeat(495))),
      message: REPEATS,
    },
    'the same fields in many fragments': {
      body: json(
        `${ofTournament(times(80, (n) => `...F${n}`))}
      ${times(80, (n) => `fragment F${n} on Tournament { slug name city country url organizer { slug name url } }`)}`,
      ),
      message: REPEATS,
    },
    '__typename as often as tokens allow': {
      body: json(ofTournament('__typename '.repeat(1_990))),
      message: REPEATS,
    },
  },
  'introspection abuse': {
    'introspection 100 deep': {
      body: json(`{ __schema { types ${nested('{ ofType ', 100)} } }`),
      message: 'The document nests introspection fields 102 deep; the limit is 15',
    },
    'introspection that multiplies': {
      body: json('{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }'),
      message: 'The document nests introspection lists 3 deep; the limit is 2',
    },
    'introspection many times': {
      body: json(
        `{ __schema { ${times(29, (n) => `a${n}: types { fields { type { fields { name args { name } } } } }`)} } }`,
      ),
      message: /^__schema costs [\d,]+; the limit is 5,000$/,
    },
  },
  'oversized variables': {
    'variables with thousands of mistakes': {
      body: json('query($n: [Int]) { clubs(first: $n) { totalCount } }', { n: Array(20_000).fill('x') }),
      message: 'Variable "$n" of type "[Int]" used in position expecting type "Int".',
    },
    'a list for a number, 45,000 deep': {
      body: `{"query":"query($n: Int) { clubs(first: $n) { totalCount } }","variables":{"n":${'['.repeat(45_000)}${']'.repeat(45_000)}}}`,
      message: 'Variable "$n" got invalid value [[[Array]]]; Int cannot represent non-integer value: [[[Array]]]',
    },
    'a text for a number, as long as a body can be': {
      body: json('query($n: Int) { clubs(first: $n) { totalCount } }', { n: '"'.repeat(49_000) }),
      message: /^Variable "\$n" got invalid value "[\\"]+…$/,
    },
    'variables that nobody asks for, as many as a body can hold': {
      body: json('query($n: Int) { clubs(first: $n) { totalCount } }', {
        ...Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`v${n}`, n])),
        n: 0,
      }),
      message: 'first must be a positive integer',
    },
    'six hundred variables': {
      body: json(`query(${times(600, (n) => `$v${n}: Int`)}) { __typename }`),
      message: TOKENS,
    },
  },
  'oversized bodies': {
    'a huge body': { body: json('{ __typename }', { x: 'x'.repeat(5_000_000) }), message: BODY },
  },
  'huge results': {
    'a huge page by variable': {
      body: json('query($n: Int) { tournaments(first: $n) { nodes { slug } } }', { n: 2_000_000_000 }),
      message: 'first must not exceed 100',
    },
    'pages of pages by variable': {
      body: json(
        'query($n: Int) { tournaments(first: $n) { nodes { battles(first: $n) { nodes { players { player { battles(first: $n) { nodes { id } } } } } } } } }',
        { n: 100 },
      ),
      message:
        'battles(first: 100) inside players inside battles(first: 100) inside tournaments(first: 100) costs 2,020,000; ' +
        'the limit is 5,000',
    },
  },
};

describe.each(Object.entries(ATTACKS))('%s', (_kind, attacks) => {
  test.each(Object.entries(attacks))('%s', (_attack, { body, message }) => expectRefused(body, message));
});

describe('requests in the name of a visitor of another site', () => {
  const UNAUTHORIZED = {
    errors: [{ message: 'Missing or invalid Authorization header', extensions: { code: 'UNAUTHORIZED' } }],
  };
  const QUERY = '{__typename}';

  test.each([
    ['an image', `/graphql?query=${QUERY}`, { headers: { accept: 'image/*' } }],
    ['a script', `/graphql?query=${QUERY}`, { headers: { accept: '*/*' } }],
    ['a form', '/graphql', form('application/x-www-form-urlencoded', `query=${QUERY}`)],
    ['a form of files', '/graphql', form('multipart/form-data; boundary=x', '--x--')],
    ['a form of plain text', '/graphql', form('text/plain', JSON.stringify({ query: QUERY }))],
    ['a form with a cookie', '/graphql', { ...form('text/plain', ''), headers: { cookie: 'key=x' } }],
  ])('with %s, which cannot carry the header', async (_what, path, init) => {
    const response = await app.fetch(new Request(`http://gateway.test${path}`, init));
    expect({ status: response.status, body: await response.json() }).toStrictEqual({ status: 401, body: UNAUTHORIZED });
  });

  function form(type: string, body: string) {
    return { method: 'POST', headers: { 'content-type': type, accept: 'text/html' }, body };
  }

  test('with a key of its own it can still change nothing, by GET or POST', async () => {
    const headers = { authorization: `Bearer ${app.key}`, accept: 'application/graphql-response+json' };
    const mutation = 'mutation{create}';
    for (const request of [
      new Request(`http://gateway.test/graphql?query=${mutation}`, { headers }),
      new Request('http://gateway.test/graphql', {
        ...form('application/x-www-form-urlencoded', `query=${mutation}`),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ]) {
      expect((await app.fetch(request)).ok).toBe(false);
    }
  });
});

async function expectRefused(body: string, message: string | RegExp): Promise<void> {
  const bytes = new Blob([body]);
  let shortest = Number.POSITIVE_INFINITY;
  // JIT compilation and garbage collection affect some attempts and not others; the best of a few shows the cost of the
  // service itself.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    let answer = '';
    let status = 0;
    const stall = await longestStall(async () => {
      const response = await attack(bytes);
      status = response.status;
      answer = await response.text();
    });
    shortest = Math.min(shortest, stall);
    const { errors } = JSON.parse(answer);
    expect(errors).toHaveLength(1);
    expect(errors[0].message).toMatch(typeof message === 'string' ? exactly(message) : message);
    expect(status).toBe(400);
    expect(answer.length).toBeLessThan(100_000);
  }
  expect(shortest).toBeLessThan(100);
}

/** With this media type, unlike plain JSON, an error in the document itself also has an error status. */
const attack = (body: Blob) =>
  app.fetch(
    new Request('http://gateway.test/graphql', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.key}`,
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
      },
      body,
    }),
  );

/**
 * Longest delay, in milliseconds, of a timer that is due every 5 ms. On a busy machine the process also waits for the
 * CPU, so only its own CPU time within a gap counts.
 */
async function longestStall(run: () => Promise<void>): Promise<number> {
  let last = { at: performance.now(), cpu: process.cpuUsage() };
  let longest = 0;
  const tick = () => {
    const { user, system } = process.cpuUsage(last.cpu);
    const now = { at: performance.now(), cpu: process.cpuUsage() };
    longest = Math.max(longest, Math.min(now.at - last.at, (user + system) / 1_000));
    last = now;
  };
  const timer = setInterval(tick, 5);
  await run();
  tick();
  clearInterval(timer);
  return longest;
}

const exactly = (message: string) => new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
