// Requests of every kind that a caller may send, from the ordinary to the absurd.
import fc, { type Arbitrary } from 'fast-check';
import { arbitraryGraphql } from './arbitrary-graphql.js';
import { withHeaders } from './arbitrary-headers.js';
import { anyText, written } from './arbitrary-text.js';
import type { Known } from './known.js';
import type { WireRequest } from './request.js';

export function arbitraryRequest(known: Known): Arbitrary<WireRequest> {
  return fc.oneof(
    { weight: 5, arbitrary: restRequest(known) },
    { weight: 5, arbitrary: arbitraryGraphql(known).chain((request) => withHeaders(known, request)) },
    { weight: 1, arbitrary: strayRequest(known) },
  );
}

function restRequest(known: Known): Arbitrary<WireRequest> {
  const path = fc.constantFrom(...known.routes).chain((route) => {
    const [before = '', after] = route.split(/\{\w+\}/);
    if (after === undefined) return fc.constant(before);
    const ids = known.ids[before.replaceAll('/', '')] ?? [];
    const value = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ids, 'nowhere') },
      { weight: 1, arbitrary: anyText.chain(written) },
    );
    return value.map((text) => `${before}${text}${after}`);
  });
  return fc
    .record({
      method: anyMethod,
      path,
      tail: fc.constantFrom('', '', '', '', '/', '//', '/x', '.json'),
      query: anyQuery(known),
      body: fc.constant(null),
    })
    .chain(({ path: text, tail, query, ...request }) =>
      withHeaders(known, { ...request, target: `/api/v1${text}${tail}${query}`, headers: [] }),
    );
}

function strayRequest(known: Known): Arbitrary<WireRequest> {
  const place = fc.oneof(
    fc.constantFrom(
      '/',
      '/docs',
      '/openapi.json',
      '/bundle.schema.json',
      '/graphql',
      '/graphql/',
      '/api/v1',
      '/api/v2/tournaments',
      '//',
      '*',
      'http://x.test/api/v1/tournaments',
      'http://[',
    ),
    anyText.chain(written).map((text) => `/${text}`),
    anyText,
  );
  return fc
    .record({
      method: anyMethod,
      target: place,
      headers: fc.constant<WireRequest['headers']>([]),
      body: fc.option(anyText, { freq: 4 }),
    })
    .chain((request) => withHeaders(known, request));
}

const anyMethod = fc.oneof(
  { weight: 12, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'OPTIONS') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'BREW', 'get', 'CONNECT'),
  },
);

const DAYS = ['2026-01-01', '2026-05-02', '2026-02-30', '0000-00-00', '9999-12-31', '2026-1-1', '-2026-01-01'];
const VALUES: Record<string, string[]> = {
  limit: ['1', '2', '20', '100', '101', '0'],
  from: DAYS,
  to: DAYS,
  status: ['planned', 'ongoing', 'finished', 'FINISHED'],
  stage: ['swiss', 'knockout', 'standings', 'nowhere'],
  other: ['1'],
};

function anyQuery({ cursors }: Known): Arbitrary<string> {
  const values: Record<string, string[]> = { ...VALUES, cursor: [...cursors, 'bm8'] };
  const pair = fc
    .constantFrom(...Object.keys(values))
    .chain((name) =>
      fc
        .oneof(
          { weight: 3, arbitrary: fc.constantFrom(...(values[name] ?? [])) },
          { weight: 1, arbitrary: anyText.chain(written) },
        )
        .map((text) => `${name}=${text}`),
    );
  const separator = fc.constantFrom('&', '&', '&', '&&', ';');
  return fc
    .record({ pairs: fc.array(pair, { maxLength: 4 }), separator })
    .map(({ pairs, separator: by }) => (pairs.length > 0 ? `?${pairs.join(by)}` : ''));
}
