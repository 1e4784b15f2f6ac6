// Errors of each route for the OpenAPI document, with the actual messages.
import { type ApiError, ERROR_CODES, errorBody, errors } from '../errors.js';
import type { JsonSchema } from './openapi-schema.js';
import type { Route } from './routes.js';

const takes =
  (...names: string[]) =>
  ({ parameters }: Route) =>
    parameters.some(({ name }) => names.includes(name));
const below =
  (start: string) =>
  ({ path }: Route) =>
    path.startsWith(start);
const either =
  (...these: ((route: Route) => boolean)[]) =>
  (route: Route) =>
    these.some((isOf) => isOf(route));
/** Statistics have the parameter too, and take dates however far apart. */
const takesWindow = ({ parameters }: Route) =>
  parameters.some(({ name, argument }) => name === 'from' && 'check' in argument.extensions);
const always = () => true;

const EXAMPLES: [name: string, error: ApiError, isOf: (route: Route) => boolean][] = [
  ['limitNotPositive', errors.notPositiveInteger('limit'), takes('limit')],
  ['limitTooLarge', errors.tooLarge('limit', 100), takes('limit')],
  ['invalidCursor', errors.invalidCursor().called('cursor'), takes('cursor', 'since')],
  ['notADate', errors.notADate('from'), takes('from', 'to')],
  ['datesOutOfOrder', errors.datesOutOfOrder(), takes('from')],
  ['dateRangeTooLong', errors.dateRangeTooLong(), takesWindow],
  ['unknownStatus', errors.notOneOf('status', ['planned', 'ongoing', 'finished']), takes('status')],
  ['badEncoding', errors.badEncoding(), below('/')],
  ['missingAuthorization', errors.missingAuthorization(), always],
  ['invalidKeyFormat', errors.invalidKeyFormat(), always],
  ['invalidKey', errors.invalidKey(), always],
  ['tournamentNotFound', errors.notFound('Tournament'), either(below('/tournaments/{'), takes('since'))],
  ['unknownStage', errors.unknownStage('x', [{ id: 'swiss' }, { id: 'knockout' }]), takes('stage')],
  ['noStandings', errors.noStandings(), takes('stage')],
  ['clubNotFound', errors.notFound('Club'), either(below('/clubs/{'), takes('since'))],
  ['playerNotFound', errors.notFound('Player'), either(below('/users/{'), takes('since'))],
  ['battleNotFound', errors.notFound('Battle'), below('/battles/{')],
  ['otherEpoch', errors.otherEpoch(), takes('since')],
  ['rateLimited', errors.rateLimited(30), always],
  ['busy', errors.busy(), always],
  ['unreachable', errors.unreachable(), always],
  ['tookTooLong', errors.tookTooLong(), always],
  ['internal', errors.internal('hB3xQ0aZk9Lw-42'), always],
];

const ABOUT: Record<number, string> = {
  400: 'A parameter has an invalid value.',
  401: 'The API key is missing or invalid.',
  404: 'What the address names does not exist, or is not published.',
  410:
    'The data was restored or emptied, or the secret of cursors was replaced, since the cursor was issued, or it is ' +
    'more than a year old: start over without `since`.',
  429: 'The key has used up its budget for this minute. `Retry-After` says when to continue.',
  500: 'Internal error; the message has the id of the request.',
  503:
    'Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try ' +
    'again.',
  504: 'This took too long and was cancelled. `Retry-After` says when to try again.',
};

export const header = (description: string, type = 'string') => ({ description, schema: { type } });

/** Header of every response. */
export const REQUEST_ID_HEADER = {
  'X-Request-Id': header(
    'The id of the request, by which it is found in the log: yours if you sent one, or a new one.',
  ),
};

/** Headers of every response to a key. */
export const RATE_LIMIT_HEADERS = {
  'RateLimit-Policy': header(
    'The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds.',
  ),
  RateLimit: header(
    'What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its ' +
      'operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before ' +
      'the operation runs costs 1.',
  ),
};

const RETRY_AFTER = header('Seconds until it is worth trying again.', 'integer');

export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'The body of every error.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['status', 'message', 'code'],
      properties: {
        status: { type: 'integer', description: 'The HTTP status.' },
        message: { type: 'string', description: 'What is wrong, for people.' },
        code: { type: 'string', description: 'What is wrong, for programs.', enum: ERROR_CODES },
      },
    },
  },
};

export function errorResponses(route: Route): Record<string, JsonSchema> {
  const responses: Record<string, JsonSchema> = {};
  for (const [status, description] of Object.entries(ABOUT)) {
    const examples = EXAMPLES.filter(([, error, isOf]) => String(error.status) === status && isOf(route));
    if (examples.length === 0) continue;
    responses[status] = {
      description,
      headers: {
        ...REQUEST_ID_HEADER,
        // Without a valid key there is no budget to report.
        ...(status !== '401' && RATE_LIMIT_HEADERS),
        ...(examples.some(([, error]) => 'retry-after' in error.headers) && { 'Retry-After': RETRY_AFTER }),
      },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(examples.map(([name, error]) => [name, { value: errorBody(error) }])),
        },
      },
    };
  }
  return responses;
}
