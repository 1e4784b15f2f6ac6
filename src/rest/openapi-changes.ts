// What the route of the change feed has in addition to its operation: URLs, ETags, bodies, and waiting.
import { WAIT_MAX } from './changes.js';
import type { JsonSchema } from './openapi-schema.js';

type Operation = JsonSchema & { description: string; parameters: unknown[]; responses: Record<string, Response> };
type Response = { content: Record<string, { schema: { properties: { data: { items: Item } } } }> };
type Item = { required: string[]; properties: Record<string, JsonSchema> };

const KINDS = ['tournament', 'club', 'player', 'battle'];
const BODIES = ['Tournament', 'Club', 'Player', 'BattleDetail'].map((name) => ({
  $ref: `#/components/schemas/${name}`,
}));

const PARAMETERS = [
  {
    name: 'include',
    in: 'query',
    required: false,
    description: '`body` adds the body of each entry, as its own route returns it.',
    schema: { type: 'string', enum: ['body'] },
  },
  {
    name: 'wait',
    in: 'query',
    required: false,
    description: 'How many seconds the answer may wait for something to change, when nothing has.',
    schema: { type: 'integer', minimum: 0, maximum: WAIT_MAX, default: 0 },
  },
];

/** Appended to the description of the operation. */
const STREAMS =
  'With `Accept: text/event-stream` pages come as server-sent events, with a `beat` event every 15 seconds; with ' +
  '`Accept: application/x-ndjson` as lines, one for each entry and one with `next` and `upToDate` after each page, ' +
  'with an empty line every 15 seconds, which is to be skipped.';

const MORE: Record<string, JsonSchema> = {
  href: { type: ['string', 'null'], format: 'uri', description: 'The address of its own route; null when it is gone.' },
  etag: { type: ['string', 'null'], description: 'The ETag of its current body; null when it is gone.' },
  body: {
    description: 'Its current body, if `include=body` was given; null when it is gone.',
    anyOf: [{ type: 'object', required: ['data'], properties: { data: { anyOf: BODIES } } }, { type: 'null' }],
  },
};

export function withChanges(operation: JsonSchema): JsonSchema {
  const { parameters, responses, description, ...rest } = operation as Operation;
  const { 200: found, ...others } = responses;
  const json = found?.content['application/json'];
  if (!found || !json) return operation;
  const { items, ...data } = json.schema.properties.data;
  const kept = Object.entries(items.properties).filter(([key]) => !KINDS.includes(key));
  const item = {
    ...items,
    required: [...kept.map(([key]) => key), 'href', 'etag'],
    properties: { ...Object.fromEntries(kept), ...MORE },
  };
  const schema = { ...json.schema, properties: { ...json.schema.properties, data: { ...data, items: item } } };
  const content = { ...found.content, 'application/json': { ...json, schema } };
  return {
    ...rest,
    description: `${description} ${STREAMS}`,
    parameters: [...parameters, ...PARAMETERS],
    responses: { 200: { ...found, content }, ...others },
  };
}
