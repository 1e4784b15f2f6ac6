// Retries temporary failures (no room, no database) for a while, so that they do not end an open stream.
import type { ToApiError } from '../errors.js';
import { pause } from './pause.js';

export type Patience = {
  /** How long to retry before the waiting client gets the error. */
  totalMs: number;
  longestPauseMs: number;
};

const A_MINUTE: Patience = { totalMs: 60_000, longestPauseMs: 5_000 };

const FIRST_PAUSE_MS = 250;

export type RetryOptions = { toApiError: ToApiError; signal: AbortSignal; id?: string; patience?: Patience };

/** Throws the error for the client; no longer retries once the signal is aborted. */
export async function retryTemporary<Value>(
  work: () => Promise<Value>,
  { toApiError, signal, id, patience = A_MINUTE }: RetryOptions,
): Promise<Value> {
  const end = performance.now() + patience.totalMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, patience.longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      const told = toApiError(error, id);
      // Jitter, so that clients that failed together do not retry together.
      const ms = pauseMs * (0.5 + Math.random() / 2);
      if (told.status < 503 || performance.now() + ms > end) throw told;
      await pause(ms, signal);
      if (signal.aborted) throw told;
    }
  }
}
