// The attacks of the OWASP GraphQL cheat sheet, and others we know of. Each gets one small error and does not delay
// other requests.
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';

const app = await createTestApp(await openTestDb());
await app.graphql('{ __typename }');

const times = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ');
const json = (query: string, variables?: unknown) => JSON.stringify({ query, variables });
const ofTournament = (inside: string) => `{ tournament(slug: "a") { ${inside} } }`;
const nested = (opening: string, count: number) => `${opening.repeat(count)} ${'}'.repeat(count)}`;
const doubling = (count: number, last: string) =>
  `{ ...F0 } ${times(count, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)}
  fragment F${count} on Query { ${last} }`;
const BODY = 'The request is larger than 100,000 bytes; shorten the document or its variables';
const REPEATS = 'The document repeats fields more than 200 times; ask for each once';

const ATTACKS: Record<string, Record<string, { body: string; message: string | RegExp }>> = {
  'deep nesting': {
    'fields as deep as tokens allow': {
      body: json(nested('{ organizer ', 660)),
      message: 'The document nests fields 660 deep; the limit is 10',
    },
    'brackets as deep as tokens allow': {
      body: json(`{ tournament(slug: ${'['.repeat(1_990)}`),
      message: /^(The document nests brackets too deeply|Syntax Error: .*)$/,
    },
  },
  'alias flood': {
    'as many aliases as tokens allow': {
      body: json(ofTournament(times(660, (n) => `a${n}: name`))),
      message: 'The document has 660 aliases, with fragments expanded; the limit is 30',
    },
    'one alias, as long as a request can be, for each of thousands of objects': {
      body: json(`{tournaments(first:48){nodes{battles(first:100){nodes{${'a'.repeat(97_000)}:id}}}}}`),
      message: 'The document has a name of more than 200 characters',
    },
  },
  'directive flood': {
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
  },
  'fragments that multiply': {
    'fragments that double 100 times': {
      body: json(doubling(100, '__typename')),
      message: 'The document asks for over 1,000,000 root fields; the limit is 10',
    },
  },
  'huge documents': {
    '5 MB of comments': { body: json(`{ __typename } #${'x'.repeat(5_000_000)}`), message: BODY },
    '48,000 empty lines': {
      body: json(`${'\n'.repeat(48_000)}{ nothing }`),
      message: 'The document has more than 2,000 lines',
    },
    'one name as long as a body can be': {
      body: json(`{ ${'x'.repeat(99_000)} }`),
      message: 'The document has a name of more than 200 characters',
    },
  },
  batching: {
    'a thousand operations at once': {
      body: `[${times(1_000, () => json('{ __typename }')).replaceAll(' {"', ',{"')}]`,
      message: 'Batching is not supported.',
    },
  },
  'field duplication': {
    'one field as often as tokens allow': { body: json(ofTournament('name '.repeat(1_990))), message: REPEATS },
    'the same fields in many fragments': {
      body: json(
        `${ofTournament(times(80, (n) => `...F${n}`))}
      ${times(80, (n) => `fragment F${n} on Tournament { slug name city country url organizer { slug name url } }`)}`,
      ),
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
  },
  'oversized variables': {
    'variables with thousands of mistakes': {
      body: json('query($n: [Int]) { clubs(first: $n) { totalCount } }', { n: Array(20_000).fill('x') }),
      message: 'Variable "$n" of type "[Int]" used in position expecting type "Int".',
    },
    'a list for a number, 45,000 deep': {
      body: `{"query":"query($n: Int) { clubs(first: $n) { totalCount } }","variables":{"n":${'['.repeat(45_000)}${']'.repeat(45_000)}}}`,
      message: 'The body nests more than 64 levels',
    },
    'a text for a number, as long as a body can be': {
      body: json('query($n: Int) { clubs(first: $n) { totalCount } }', { n: '"'.repeat(49_000) }),
      message: /^Variable "\$n" got invalid value "[\\"]+…$/,
    },
  },
  'huge results': {
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
const attack = (body: Blob) => app.post(body, { accept: 'application/graphql-response+json' });

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
