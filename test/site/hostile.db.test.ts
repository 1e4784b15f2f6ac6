// Hostile names, texts and URLs come back as text: their pages have the same elements and attributes as pages of
// harmless data.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATOR } from '../../src/config.js';
import { createBrand } from '../../src/site/brand.js';
import { webAddress } from '../../src/site/components/addresses.js';
import { ROUTES } from '../../src/site/routes.js';
import { createTestApp } from '../support/app.js';
import { openDemoDb } from '../support/demo-database.js';
import { runs } from '../support/runs.js';
import { DEMO_PAGES } from './demo-pages.js';

const db = await openDemoDb();
const app = await createTestApp(db);

const SITE = { root: '', url: 'https://site.example', address: '/', brand: createBrand(OPERATOR) };

const hostile = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    `' onmouseover='alert(1)`,
    '</title><script>alert(1)</script>',
    ']]></script><svg onload=alert(1)>',
    '&lt;script&gt;',
    'javascript:alert(1)',
    '\u2028\u2029</script>',
    '{{constructor.constructor("alert(1)")()}}',
    '\u202Eevil\u0000',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
);

/** Fields that decide what is shown and never contain user text. */
const KEPT =
  /^(__typename|status|type|outcome|victorySize|role|rankedBy|date|startDate|endDate|stageId|url|website|month|week|asOf|since)$/;

/** Replaces every user text, each by one hostile text. */
function replaced(value: unknown, words: readonly string[], known: Map<string, string>, key = ''): unknown {
  if (typeof value === 'string') {
    if (KEPT.test(key) || value === '') return value;
    const word = known.get(value) ?? `${words[known.size % words.length]}${known.size}`;
    known.set(value, word);
    return word;
  }
  if (Array.isArray(value)) return value.map((each) => replaced(each, words, known, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, words, known, name)]));
}

const TAG = /<(\/?[a-z][\w-]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>/gi;

/** Elements with the names of their attributes, and all URLs. */
function skeleton(html: string): { tags: string[]; addresses: string[] } {
  const tags: string[] = [];
  const addresses: string[] = [];
  for (const [, name = '', attributes = ''] of html.matchAll(TAG)) {
    const pairs = [...attributes.matchAll(/\s([^\s=]+)(?:="([^"]*)")?/g)];
    tags.push(`${name} ${pairs.map(([, attribute]) => attribute).join(' ')}`);
    addresses.push(
      ...pairs.filter(([, attribute]) => /^(href|action|src)$/.test(attribute ?? '')).map(([, , to = '']) => to),
    );
  }
  return { tags, addresses };
}

const pages = Object.values(DEMO_PAGES).map((path) => {
  const url = new URL(path, 'http://site.test');
  const route = ROUTES.find((each) =>
    new RegExp(`^${each.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname),
  );
  return { path, url, route };
});

test('every page, with hostile texts in the place of all', { timeout: 120_000 }, async () => {
  for (const { path, url, route } of pages) {
    if (!route) throw new Error(`${path} has no route`);
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const found = new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(url.pathname) ?? [];
    const parameters = Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
    const asked = { parameters, query: Object.fromEntries(url.searchParams) };
    const response = await app.post({ documentId: route.operation, variables: route.variables(asked) });
    const { data } = (await response.json()) as { data: unknown };
    const harmless = skeleton(route.make(replaced(data, ['word'], new Map()), asked, SITE)?.text ?? '');
    expect(harmless.tags.length).toBeGreaterThan(20);
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (words) => {
        const { tags, addresses } = skeleton(route.make(replaced(data, words, new Map()), asked, SITE)?.text ?? '');
        expect(tags).toStrictEqual(harmless.tags);
        expect(addresses.filter((to) => !/^(\/|#[\w-]+$|https?:\/\/)/.test(to))).toStrictEqual([]);
      }),
      { numRuns: runs(16) },
    );
  }
});

test.each([
  ['https://club.example/a b', 'https://club.example/a%20b'],
  ['http://club.example', 'http://club.example/'],
  ['javascript:alert(1)', null],
  [' javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['//club.example', null],
  ['club.example', null],
])('an address of a club: %s', (text, address) => {
  expect(webAddress(text)).toBe(address);
});
