// The connection that a worker was handed last. Node hands a worker one at a time, and closes its own copy once the worker
// has accepted it: without a limit, the client of a worker that is stuck, or ends before, would wait for ever.
import { Socket, type SocketConstructorOpts } from 'node:net';

/** Time for a worker to accept a connection. */
const ACCEPT_MS = 10_000;

/** Returns a function that closes the connection if the worker, which has ended, has not accepted it. */
export function limitHandOver(child: { send?: unknown }): () => void {
  const send = child.send as (...args: unknown[]) => boolean;
  let last: Handle | undefined;
  let late: NodeJS.Timeout | undefined;
  child.send = (...args: unknown[]) => {
    const [, given] = args;
    if (isHandle(given)) {
      clearTimeout(late);
      last = given;
      late = setTimeout(hangUp, ACCEPT_MS, given).unref();
    }
    return send.apply(child, args);
  };
  return () => {
    clearTimeout(late);
    // Does nothing to one that is closed already.
    last?.close();
  };
}

/** The worker, which may yet go on, has a copy: so the client is told, besides closing ours. */
function hangUp(handle: Handle): void {
  if (handle.fd >= 0) new Socket({ handle } as SocketConstructorOpts).on('error', () => undefined).destroySoon();
}

/** Where a message has no handle, other arguments may follow it at once. */
function isHandle(given: unknown): given is Handle {
  return typeof given === 'object' && given !== null && 'close' in given;
}

/** Negative once it is closed. */
type Handle = { fd: number; close(): void };
