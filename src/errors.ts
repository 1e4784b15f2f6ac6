// Every error this service makes: status, code, message; and the one body they all have.
import { randomUUID } from 'node:crypto';

export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'UNAVAILABLE';

/** An error made on purpose: its message is meant for the caller. Anything else is masked. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export const errors = {
  badRequest: (message: string) => new ApiError(400, 'BAD_REQUEST', message),
  missingAuthorization: () => unauthorized('Missing or invalid Authorization header'),
  invalidKeyFormat: () => unauthorized('Invalid API key format'),
  invalidKey: () => unauthorized('Invalid API key'),
  limitNotPositive: () => errors.badRequest('limit must be a positive integer'),
  limitTooLarge: () => errors.badRequest('limit must not exceed 100'),
  invalidCursor: () => errors.badRequest('Invalid cursor'),
  datesOutOfOrder: () => errors.badRequest('from must not be after to'),
  dateRangeTooLong: () => errors.badRequest('the date range must not exceed one year'),
  notFound: (what: 'Tournament' | 'Club' | 'Player' | 'Battle') => notFound(`${what} not found`),
  noStandings: () => notFound('This tournament has no standings yet'),
  unknownStage: (stage: string, stages: { id: string }[]) =>
    notFound(`Unknown stage '${stage}'. This tournament has: ${stages.map(({ id }) => id).join(', ')}`),
  unknownOperation: (names: string[]) =>
    notFound(`There is no persisted operation with this name or hash. There are: ${names.join(', ')}`),
  onlyPersisted: () => errors.badRequest('Only persisted operations are accepted'),
  unknownPath: () => notFound('There is nothing at this address'),
  internal: (id: string) => new ApiError(500, 'INTERNAL_ERROR', `Something went wrong here. Tell us this id: ${id}`),
};

/** Hears about errors that nobody made on purpose. */
export type ErrorLog = (message: string, error: unknown) => void;

/** What the caller is told instead of an error that nobody made on purpose: an id to find it by in the log. */
export function maskUnexpected(error: unknown, log: ErrorLog): ApiError {
  const id = randomUUID();
  log(`error ${id}`, error);
  return errors.internal(id);
}

export function errorBody({ status, message, code }: ApiError) {
  return { error: { status, message, code } };
}

function notFound(message: string) {
  return new ApiError(404, 'NOT_FOUND', message);
}

function unauthorized(message: string) {
  return new ApiError(401, 'UNAUTHORIZED', message);
}
