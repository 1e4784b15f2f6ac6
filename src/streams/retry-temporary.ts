// Retries temporary failures (no room, no database) for a while, so that they do not end an open stream.
import type { ApiError, ToApiError } from '../errors.js';
import { pause } from './pause.js';

/** How long to retry before the waiting client gets the error. */
export const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

export type Patience = { toApiError: ToApiError; signal: AbortSignal; id?: string };

/** Throws the error for the client; no longer retries once the signal is aborted. */
export async function retryTemporary<Value>(work: () => Promise<Value>, { toApiError, signal, id }: Patience) {
  const end = performance.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const told = toApiError(error, id);
      // Jitter, so that clients that failed together do not retry together.
      const ms = pauseMs * (0.5 + Math.random() / 2);
      if (!isTemporary(told) || performance.now() + ms > end) throw told;
      await pause(ms, signal);
      if (signal.aborted) throw told;
    }
  }
}

/** True for temporary failures: no room, or no database. */
export const isTemporary = ({ status }: Pick<ApiError, 'status'>): boolean => status >= 503;
