import { type ApiError, errors } from '../errors.js';
import { within } from '../helpers/within.js';
import type { Call } from './call.js';

/** Returns the result of `work`, or throws the error and aborts the call after `ms`. */
export function inTime<Result>(
  ms: number,
  call: Call,
  work: () => Promise<Result>,
  lateError: () => ApiError = errors.tookTooLong,
): Promise<Result> {
  return within(ms, work(), () => {
    const error = lateError();
    // Later than the error is thrown, or `work` might fail first, with another one.
    queueMicrotask(() => call.abort(error));
    throw error;
  });
}
