import { ApiError, errors } from '../errors.js';

/** Throws the abort reason if the signal is aborted. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason instanceof ApiError ? signal.reason : errors.hungUp();
}
