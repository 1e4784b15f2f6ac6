// Retries temporary failures (no room, no database) for a while, so that they do not end an open stream.
import type { ToApiError } from '../errors.js';
import { pause } from './pause.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1_000;
const PATIENCE_MS = 60_000;

export type RetryOptions = { toApiError: ToApiError; signal: AbortSignal; id?: string; patienceMs?: number };

/** Throws the error for the client; no longer retries once the signal is aborted. */
export async function retryTemporary<Value>(
  work: () => Promise<Value>,
  { toApiError, signal, id, patienceMs = PATIENCE_MS }: RetryOptions,
): Promise<Value> {
  const end = performance.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const reason = toApiError(error, id);
      // Jitter, so that clients that failed together do not retry together.
      const ms = pauseMs * (0.5 + Math.random() / 2);
      if (reason.status < 503 || performance.now() + ms > end) throw reason;
      await pause(ms, signal);
      if (signal.aborted) throw reason;
    }
  }
}
