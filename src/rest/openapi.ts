// The OpenAPI document, derived from the routes and the descriptions of the schema: nothing in it is repeated here.
import { readFileSync } from 'node:fs';
import { CHANGES_PATH } from './changes.js';
import { withChanges } from './openapi-changes.js';
import { errorResponses, errorSchema, RATE_LIMIT_HEADERS, REQUEST_ID_HEADER } from './openapi-errors.js';
import { createSchemas, type JsonSchema, parameterSchema, type Schemas } from './openapi-schema.js';
import { REST_PREFIX } from './route-answer.js';
import type { Route } from './routes.js';

export const OPENAPI_PATH = '/openapi.json';

export type OpenApi = {
  openapi: string;
  info: JsonSchema;
  servers: { url: string }[];
  paths: Record<string, { get: JsonSchema }>;
  components: { schemas: Record<string, JsonSchema> };
};

/** The document for a service at this address. */
export function createOpenapi(routes: Route[]): (baseUrl: string) => OpenApi {
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8'));
  const schemas = createSchemas();
  const paths = Object.fromEntries(
    routes.map((route) => [REST_PREFIX + route.path, { get: describedOf(route, schemas, examples[route.name]) }]),
  );
  const document = {
    openapi: '3.1.1',
    servers: [] as { url: string }[],
    security: [{ key: [] }],
    tags: tagsOf(routes),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key. It begins with `svc_v1_`.' },
      },
      schemas: { ...schemas.components, Error: errorSchema },
    },
  };
  return (baseUrl) => ({
    ...document,
    info: { ...INFO, contact: { name: INFO.title, url: baseUrl } },
    servers: [{ url: baseUrl }],
  });
}

/** What each route answered over the demo world; made by npm run schema. */
export const EXAMPLES = new URL('./examples.generated.json', import.meta.url);

const INFO = {
  title: 'Battle results',
  version: '1.0.0',
  summary: 'Tabletop-wargame tournaments, clubs, battles, standings and army lists. Read-only.',
  description:
    'Every request needs a key. A listing gives `data` and `next`, the whole address of the page that follows; fetch ' +
    'it until it is null. Only published tournaments are shown. The same data, nested as you like, is at `/graphql`. ' +
    'Answers are up to date within milliseconds of a write. A caller who must see one that has just been committed sends ' +
    '`Cache-Control: no-cache`, or `X-Read-After` with what `SELECT pg_current_wal_lsn()` said after it.',
  license: { name: 'MIT', identifier: 'MIT' },
};

function describedOf(route: Route, schemas: Schemas, answer: unknown): JsonSchema {
  const operation = operationOf(route, schemas, answer);
  return route.path === CHANGES_PATH ? withChanges(operation) : operation;
}

function operationOf(route: Route, schemas: Schemas, answer: unknown): JsonSchema {
  const { name, description, parameters, example, text, shape } = route;
  return {
    operationId: name[0]?.toLowerCase() + name.slice(1),
    summary: firstSentence(description),
    description,
    tags: [tagOf(route)],
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      ...(parameter.isList && { style: 'form', explode: false }),
      description: parameter.argument.description ?? '',
      schema: parameterSchema(parameter),
      ...(parameter.name in example && { example: example[parameter.name] }),
    })),
    responses: {
      200: {
        description: 'What was asked for.',
        headers: {
          ...REQUEST_ID_HEADER,
          ETag: ETAG,
          ...RATE_LIMIT_HEADERS,
          ...(parameters.some(({ name }) => name === 'cursor') && { Link: LINK }),
        },
        content: {
          'application/json': {
            schema: schemas.bodyOf(shape),
            example: answer,
          },
        },
      },
      304: {
        description: 'You have it: `If-None-Match` names its tag.',
        headers: { ...REQUEST_ID_HEADER, ETag: ETAG, ...RATE_LIMIT_HEADERS },
      },
      ...errorResponses(route),
    },
    'x-graphql': { name, query: text, variables: example },
  };
}

const ETAG = {
  description: 'Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same.',
  schema: { type: 'string' },
};

const LINK = {
  description: 'The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page.',
  schema: { type: 'string' },
};

/** The largest group first, and last what the specification does not have. */
function tagsOf(routes: Route[]): { name: string; description: string }[] {
  const names = [...new Set(routes.map(tagOf))];
  const thingOf = (name: string) =>
    routes.find((route) => tagOf(route) === name && route.path.includes('{') && route.thing)?.thing ?? '';
  const size = (name: string) => routes.filter((route) => tagOf(route) === name).length;
  const order = (name: string) => (name === BEYOND ? 0 : size(name));
  const described = (name: string) => (name === BEYOND ? BEYOND_DESCRIPTION : thingOf(name));
  return names.sort((a, b) => order(b) - order(a)).map((name) => ({ name, description: described(name) }));
}

const BEYOND = 'Beyond the specification';
const BEYOND_DESCRIPTION = 'What this service has besides the routes of the specification.';

function tagOf({ path, beyond }: Route): string {
  if (beyond) return BEYOND;
  const [, first = ''] = path.split('/');
  return first.slice(0, 1).toUpperCase() + first.slice(1);
}

function firstSentence(text: string): string {
  return text.split(/[.:](?:\s|$)/)[0] ?? text;
}
