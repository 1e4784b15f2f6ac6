import { errors } from '../errors.js';
import type { Call } from './call.js';

/** What the work gives, or a 504 once it has taken too long. */
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
