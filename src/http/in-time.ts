import { errors } from '../errors.js';
import type { Call } from './call.js';

/** Returns the result of `work`, or throws a 504 and aborts the call after `ms`. */
export async function inTime<Result>(ms: number, call: Call, work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = errors.tookTooLong();
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
