import { errors } from '../errors.js';

/**
 * What the work gives, or a 504 once it has taken too long. Its signal is aborted then, and when the caller hangs up:
 * nothing more is to be done for it.
 */
export async function inTime<Result>(
  ms: number,
  hangUp: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const leave = () => ending.abort(hangUp?.reason);
  if (hangUp?.aborted) leave();
  hangUp?.addEventListener('abort', leave);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = errors.tookTooLong();
      reject(error);
      ending.abort(error);
    }, ms);
  });
  try {
    return await Promise.race([work(ending.signal), late]);
  } finally {
    clearTimeout(timer);
    hangUp?.removeEventListener('abort', leave);
  }
}
