// What fails for now (no room, no database) is tried again for a while: a stream that is open need not end for it.
import type { ApiError, ToApiError } from '../errors.js';
import { pause } from './pause.js';

/** How long it is tried before the client that waits is told. */
export const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

export type Patience = { toApiError: ToApiError; signal: AbortSignal; id?: string };

/** Throws what callers are told; once the signal is aborted, without delay. */
export async function patiently<Value>(work: () => Promise<Value>, { toApiError, signal, id }: Patience) {
  const end = performance.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const told = toApiError(error, id);
      // Those who failed together do not come again together.
      const ms = pauseMs * (0.5 + Math.random() / 2);
      if (!isPassing(told) || performance.now() + ms > end) throw told;
      await pause(ms, signal);
      if (signal.aborted) throw told;
    }
  }
}

/** No room, or no database, for now. */
export const isPassing = ({ status }: Pick<ApiError, 'status'>): boolean => status >= 503;
