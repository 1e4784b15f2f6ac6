import { CLIENT_LIMITS } from '../http/server.js';

/** Time to send an answer that took as long as it may. */
const SEND_MS = 30_000;

/** The limits of clients of an app whose replies may take `longestMs`. */
export function clientLimits({ longestMs }: { longestMs: number }): typeof CLIENT_LIMITS {
  return { ...CLIENT_LIMITS, answerTimeout: longestMs + SEND_MS };
}
