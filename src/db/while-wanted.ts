import { ApiError, errors } from '../errors.js';

/** Throws the abort reason if the signal is aborted. */
export function expectWanted({ aborted, reason }: AbortSignal): void {
  if (aborted) throw reason instanceof ApiError ? reason : errors.hungUp();
}
