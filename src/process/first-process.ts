// The kernel keeps a signal without a handler from the first process of a container. One that comes during the start, or to a
// command, would be lost, and the container killed when its patience ends.
import { constants } from 'node:os';

if (process.pid === 1) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // As any other process would, until another handler says how it ends.
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}
