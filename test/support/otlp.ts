// A trace collector that implements as much of OTLP over HTTP as the tests need.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from './listening.js';

export type Span = {
  traceId: string;
  id: string;
  parentId: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number>;
  service: string;
};

export async function collectTraces(): Promise<{ url: string; spans: Span[] }> {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') spans.push(...readSpans(await buffer(request)));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  return { url: await listening(server), spans };
}

/** ExportTraceServiceRequest: resources, each with attributes and with scopes that contain spans. */
function readSpans(request: Buffer): Span[] {
  return all(request, 1).flatMap((resource) => {
    const attributes = all(resource, 1).flatMap((described) => all(described, 1));
    const service = String(readAttributes(attributes)['service.name']);
    return all(resource, 2).flatMap((scope) => all(scope, 2).map((span) => ({ ...readSpan(span), service })));
  });
}

function readSpan(span: Buffer): Omit<Span, 'service'> {
  const hex = (field: number) => all(span, field)[0]?.toString('hex') ?? '';
  return {
    traceId: hex(1),
    id: hex(2),
    parentId: hex(4),
    name: String(all(span, 5)[0]),
    kind: number(span, 6),
    attributes: readAttributes(all(span, 9)),
  };
}

function readAttributes(pairs: Buffer[]): Span['attributes'] {
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = all(pair, 2)[0] ?? Buffer.alloc(0);
      return [String(all(pair, 1)[0]), all(value, 1)[0]?.toString() ?? number(value, 3)];
    }),
  );
}

/** The length-delimited fields with this number. */
function all(message: Buffer, field: number): Buffer[] {
  return [...fields(message)].flatMap(([at, value]) => (at === field && value instanceof Buffer ? [value] : []));
}

function number(message: Buffer, field: number): number {
  return Number([...fields(message)].find(([at]) => at === field)?.[1] ?? 0);
}

/** The wire format of Protocol Buffers. */
function* fields(message: Buffer): Generator<[field: number, value: Buffer | number]> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = varint();
    const value = { 0: varint, 1: () => bytes(8), 2: () => bytes(varint()), 5: () => bytes(4) }[tag & 7];
    if (!value) throw new Error('This is not a protocol buffer');
    yield [tag >> 3, value()];
  }
}
