import { ApiError, errors } from '../errors.js';

/** Throws the abort reason if the signal is aborted. */
export function throwIfAborted({ aborted, reason }: AbortSignal): void {
  if (aborted) throw reason instanceof ApiError ? reason : errors.hungUp();
}
