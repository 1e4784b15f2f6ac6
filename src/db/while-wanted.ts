import { ApiError, errors } from '../errors.js';

/** Throws why it is no longer wanted, if it is not. */
export function expectWanted({ aborted, reason }: AbortSignal): void {
  if (aborted) throw reason instanceof ApiError ? reason : errors.hungUp();
}
