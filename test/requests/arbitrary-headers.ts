// The headers of a request: usually few, with the key, and now and then some that no client sends.
import fc, { type Arbitrary } from 'fast-check';
import { anyText } from './arbitrary-text.js';
import type { Known } from './known.js';
import type { WireRequest } from './request.js';

export function withHeaders(known: Known, request: WireRequest): Arbitrary<WireRequest> {
  const authorization = fc.oneof(
    { weight: 25, arbitrary: fc.constant(known.authorization) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('Bearer', 'Bearer svc_v1_x', 'Basic eDp5', known.authorization.toLowerCase(), ''),
    },
    { weight: 1, arbitrary: anyText.map((text) => `Bearer ${text}`) },
  );
  const values: Record<string, string[]> = { ...HEADERS, 'if-none-match': ['*', '"x"', 'W/"x"', '"', ...known.tags] };
  const header = fc
    .constantFrom(...Object.keys(values))
    .chain((name) =>
      fc
        .oneof({ weight: 9, arbitrary: fc.constantFrom(...(values[name] ?? [])) }, { weight: 1, arbitrary: anyText })
        .map((text): [string, string] => [name, oneLine(text)]),
    );
  const host = fc.oneof(
    { weight: 15, arbitrary: fc.constant('gateway.test') },
    { weight: 1, arbitrary: fc.constantFrom('a b', '[::1]:80', 'x:99999', '', 'é') },
  );
  return fc
    .record({ authorization, host, more: fc.array(header, { maxLength: 3 }), dropped: fc.nat(30) })
    .map(({ authorization: key, host: name, more, dropped }) => {
      const headers: WireRequest['headers'] = [
        ['host', name],
        ['authorization', oneLine(key)],
        ...request.headers,
        ...more,
      ];
      return { ...request, headers: dropped === 0 ? headers.slice(1) : headers };
    });
}

const HEADERS: Record<string, string[]> = {
  accept: [
    '*/*',
    'application/json',
    'application/graphql-response+json',
    'text/html;q=0.1',
    'text/event-stream',
    'multipart/mixed',
    'image/*',
    ';;;',
    '',
  ],
  'accept-encoding': ['gzip', 'br', 'gzip;q=0, br', 'identity;q=0', '*;q=0', 'x'.repeat(200), ''],
  'x-forwarded-proto': ['https', 'javascript', 'https,http', ''],
  'x-forwarded-host': ['evil.test', 'a b', 'x/../y', '[::1', ''],
  'x-request-id': ['1', 'é', '{}', 'a'.repeat(300)],
  origin: ['https://x.test', 'null'],
  range: ['bytes=0-1'],
  cookie: ['a=b; __proto__=1'],
  expect: ['100-continue', 'tea'],
  upgrade: ['websocket', 'h2c'],
  'content-type': [
    'application/json',
    'text/plain',
    'application/graphql',
    'multipart/form-data',
    'application/json; charset=utf-16',
    ';',
  ],
  'content-length': ['0', '1', '-1', 'x', '99999999999', '1, 2'],
  'transfer-encoding': ['chunked', 'gzip, chunked', 'x'],
};

function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, '');
}
