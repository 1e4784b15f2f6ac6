import { vi } from 'vitest';

/** Changes are told a moment later, which on a busy machine is not the second that `vi.waitFor` gives by itself. */
export const soon = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });
