import { vi } from 'vitest';

/**
 * Changes are reported a moment later; on a busy machine that takes longer than the second that `vi.waitFor` allows.
 */
export const soon = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });
