import { type ApiError, errors } from '../errors.js';
import type { Call } from './call.js';

/** Returns the result of `work`, or throws the error and aborts the call after `ms`. */
export async function inTime<Result>(
  ms: number,
  call: Call,
  work: () => Promise<Result>,
  lateError: () => ApiError = errors.tookTooLong,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = lateError();
      reject(error);
      call.abort(error);
    }, ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
