// Every error this service makes: status, code, message; and the one body they all have.

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
  unknownPath: () => new ApiError(404, 'NOT_FOUND', 'There is nothing at this address'),
  internal: (id: string) => new ApiError(500, 'INTERNAL_ERROR', `Something went wrong here. Tell us this id: ${id}`),
};

export function errorBody({ status, message, code }: ApiError) {
  return { error: { status, message, code } };
}

function unauthorized(message: string) {
  return new ApiError(401, 'UNAUTHORIZED', message);
}
