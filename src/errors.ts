// All errors that this service creates: status, code, message; and their common response body.

export const ERROR_CODES = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'GONE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const;
/** The codes of REST, and those that only GraphQL over HTTP uses. */
export type ErrorCode = (typeof ERROR_CODES)[number] | 'UNSUPPORTED_MEDIA_TYPE' | 'PERSISTED_QUERY_NOT_FOUND';

/** Why a caller is refused who has asked for nothing wrong, for metrics. */
export type Refusal = 'key' | 'budget' | 'flood' | 'streams' | 'busy' | 'database' | 'slow' | 'stopping';

/** A deliberate error, whose message is meant for the caller. All other errors are masked. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly headers: Record<string, string> = {},
    readonly refusal: Refusal | null = null,
  ) {
    super(message);
  }
}

/** An argument of a field is invalid. The message names the argument, or the parameter to which an endpoint maps it. */
export class ArgumentError extends ApiError {
  constructor(
    readonly argument: string,
    private readonly messageFor: (name: string) => string,
  ) {
    super(400, 'BAD_REQUEST', messageFor(argument));
  }

  called(name: string): ArgumentError {
    return new ArgumentError(name, this.messageFor);
  }
}

/** Appended to the name of a parameter, variable or argument. */
export const DATE_RULE = 'must be a date in the form YYYY-MM-DD';

/** There is no capacity for this caller; the same request of another caller may succeed. */
export class BusyError extends ApiError {
  constructor() {
    super(503, 'UNAVAILABLE', 'Too many requests at once; try again in a moment', { 'retry-after': '1' }, 'busy');
  }
}

export const errors = {
  badRequest: (message: string) => new ApiError(400, 'BAD_REQUEST', message),
  missingAuthorization: () => unauthorized('Missing or invalid Authorization header'),
  invalidKeyFormat: () => unauthorized('Invalid API key format'),
  invalidKey: () => unauthorized('Invalid API key'),
  notPositiveInteger: (argument: string) => new ArgumentError(argument, (name) => `${name} must be a positive integer`),
  notBothEnds: () => errors.badRequest('Give first or last, not both'),
  exactlyOneOf: (names: readonly string[]) => errors.badRequest(`Give exactly one of ${names.join(', ')}`),
  oneAtMost: (names: readonly string[]) => errors.badRequest(`Give at most one of ${names.join(', ')}`),
  needsAnother: (argument: string, others: readonly string[]) =>
    errors.badRequest(`${argument} needs ${others.join(', ').replace(/, (?=[^,]*$)/, ' or ')}`),
  atLeastOneOf: (names: readonly string[]) => errors.badRequest(`Give at least one of ${names.join(', ')}`),
  notADate: (name: string) => errors.badRequest(`${name} ${DATE_RULE}`),
  notOneOf: (name: string, values: string[]) => errors.badRequest(`${name} must be one of ${values.join(', ')}`),
  tooLarge: (argument: string, max: number) => new ArgumentError(argument, (name) => `${name} must not exceed ${max}`),
  tooMany: (argument: string, max: number) =>
    new ArgumentError(argument, (name) => `${name} must not be more than ${max}`),
  outside: (argument: string, low: number, high: number) =>
    new ArgumentError(argument, (name) => `${name} must be from ${low} to ${high}`),
  notWithRatings: () =>
    errors.badRequest('The battles of a matchup cannot be listed with minRating or maxRating; leave them out'),
  tooLong: (argument: string, max: number) =>
    new ArgumentError(argument, (name) => `${name} must not be longer than ${max} characters`),
  withoutWord: (argument: string) => new ArgumentError(argument, (name) => `${name} must have a letter or a digit`),
  repeated: (name: string) => errors.badRequest(`${name} must be given only once`),
  missing: (name: string) => errors.badRequest(`${name} is required`),
  invalidCursor: (argument = 'after') => new ArgumentError(argument, (name) => `Invalid ${name}`),
  datesOutOfOrder: () => errors.badRequest('from must not be after to'),
  dateRangeTooLong: () => errors.badRequest('the date range must not exceed one year'),
  readOnly: () => errors.badRequest('The service is read-only: only queries and subscriptions are answered'),
  notAsEvents: () =>
    errors.badRequest('A subscription is answered as a stream of events: send the header Accept: text/event-stream'),
  badAddress: () => errors.badRequest('The address must be a path or a valid http URL'),
  badHost: () => errors.badRequest('The Host header must be a host, such as api.example:4000'),
  unknownTransferCoding: () =>
    new ApiError(501, 'BAD_REQUEST', 'Send the body as it is, or with Transfer-Encoding: chunked and no other coding'),
  badReadAfter: () => errors.badRequest('X-Read-After must be a number as SELECT log_head() gives it, such as 4711'),
  badEncoding: () => errors.badRequest('The address has a % that does not begin an encoded character'),
  notFound: (what: 'Tournament' | 'Club' | 'Player' | 'Battle' | 'Faction') => notFound(`${what} not found`),
  noStandings: () => notFound('This tournament has no standings yet'),
  unknownStage: (stage: string, stages: { id: string }[]) =>
    notFound(`Unknown stage '${stage}'. This tournament has: ${stages.map(({ id }) => id).join(', ')}`),
  unknownOperation: (names: string[]) =>
    notFound(`There is no persisted operation with this name or hash. There are: ${names.join(', ')}`),
  onlyPersisted: () => errors.badRequest('Only persisted operations are accepted'),
  missingPositionFields: () =>
    errors.badRequest('A subscription to changes must select nodes, next and upToDate, which it needs to continue'),
  otherEpoch: () =>
    new ApiError(
      410,
      'GONE',
      'This cursor no longer works: the data was restored or emptied, or the secret of cursors was replaced, since it ' +
        'was given; start over without since',
    ),
  unknownPath: () => notFound('There is nothing at this address'),
  methodNotAllowed: (allowed: readonly string[]) =>
    new ApiError(405, 'METHOD_NOT_ALLOWED', `This address takes ${allowed.join(', ')}`, { allow: allowed.join(', ') }),
  notReady: () => unavailable(503, 'The service is not ready', 1, 'stopping'),
  headersTooLarge: () => new ApiError(431, 'BAD_REQUEST', 'The headers of the request, with its address, are too long'),
  notJson: () =>
    unsupportedMediaType('Send the document as JSON, with the header Content-Type: application/json', {
      'accept-post': 'application/json',
    }),
  encodedBody: () =>
    unsupportedMediaType('Send the document uncompressed, without the header Content-Encoding', {
      'accept-encoding': 'identity',
    }),
  /** The message by which clients recognise that they must send the text of the document. */
  persistedQueryNotFound: () => new ApiError(404, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'),
  wrongHash: () => errors.badRequest('extensions.persistedQuery.sha256Hash is not the SHA-256 of the query'),
  /** The last answer on its connection, because the rest of the request may still arrive. */
  requestTimeout: () =>
    new ApiError(408, 'BAD_REQUEST', 'The request took too long to arrive', { connection: 'close' }),
  /** Never sent; it appears only in the log and the metrics. */
  hungUp: () => new ApiError(499, 'BAD_REQUEST', 'The client did not wait for the answer'),
  rateLimited: (seconds: number) =>
    rateLimited(`This key has used up its budget for this minute; try again in ${seconds} s`, seconds, 'budget'),
  flood: (limit: number) =>
    rateLimited(
      `This address sends more than ${limit.toLocaleString('en')} requests a second; try again in a moment`,
      1,
      'flood',
    ),
  tooManyStreams: (who: 'key' | 'address', max: number) =>
    rateLimited(
      `This ${who} has ${max.toLocaleString('en')} streams open, which is the limit; close one first`,
      15,
      'streams',
    ),
  tooManyFollowed: (max: number) =>
    rateLimited(
      `This key follows ${max} different queries and change feeds, which is the limit; close those of one first`,
      15,
      'streams',
    ),
  noRoomForStream: () =>
    unavailable(503, 'Too many streams are open on this server; try again in a moment', 5, 'streams'),
  busy: () => new BusyError(),
  unreachable: () => unavailable(503, 'The data cannot be reached right now; try again in a moment', 2, 'database'),
  tookTooLong: () =>
    unavailable(504, 'This took too long and was cancelled; try again in a moment, or ask for less', 5, 'slow'),
  internal: (id: string) => new ApiError(500, 'INTERNAL_ERROR', `Internal error; quote request id ${id}`),
};

/** Called for errors that are not deliberate; `id` is the id of the request. */
export type ErrorLog = (message: string, error: unknown, id: string) => void;

/** Converts any failure to the error that callers get; `id` is the id of the request. */
export type ToApiError = (error: unknown, id?: string) => ApiError;

/** Logs an error that is not deliberate, and returns one that contains only the id under which it was logged. */
export function maskUnexpected(error: unknown, log: ErrorLog, id: string): ApiError {
  log(`error ${id}`, error, id);
  return errors.internal(id);
}

export function errorBody({ status, message, code }: ApiError) {
  return { error: { status, message, code } };
}

function notFound(message: string) {
  return new ApiError(404, 'NOT_FOUND', message);
}

function rateLimited(message: string, retryAfterSeconds: number, refusal: Refusal) {
  return new ApiError(429, 'RATE_LIMITED', message, { 'retry-after': String(retryAfterSeconds) }, refusal);
}

function unavailable(status: number, message: string, retryAfterSeconds: number, refusal: Refusal) {
  return new ApiError(status, 'UNAVAILABLE', message, { 'retry-after': String(retryAfterSeconds) }, refusal);
}

function unsupportedMediaType(message: string, headers: Record<string, string>) {
  return new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message, headers);
}

function unauthorized(message: string) {
  return new ApiError(401, 'UNAUTHORIZED', message, { 'www-authenticate': 'Bearer' }, 'key');
}
