// Why a server could not be used.

/** Waiting does not help with a wrong or missing password, a missing database or a server without TLS. */
export function isTemporary(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return !/^(28|3D)/.test(code) && !/^SASL|does not support SSL/.test(message);
}

export function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return error instanceof Error && error.message ? error.message : String(error);
}

/** No server takes writes at the moment. The code is PostgreSQL's for a connection that cannot be opened. */
export class NoServerError extends Error {
  readonly code = '08001';
}
