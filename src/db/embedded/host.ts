// Commands that run beside the process that has the embedded data open are its guests: they send it their statements,
// and take the one connection in turn with everything that the process does itself. A guest that ends, is killed or
// stalls within a transaction is rolled back, so that the others go on.
import type { Socket } from 'node:net';
import type { Connection } from './connection.js';
import {
  FAREWELL,
  HELLO,
  isRequest,
  PROTOCOL,
  REQUEST_BYTES_MAX,
  type Request,
  type Response,
  readFrames,
  writeFrame,
} from './guest-frames.js';
import { type Call, portable } from './thread.js';

/** How long a guest may hold the connection without a statement: all others wait for it. */
const STALL_MS = 30_000;
/** Of one guest; commands send one or two at a time. The process's own statements wait for those before them. */
const IN_PROGRESS_MAX = 100;

type Host = {
  receive(socket: Socket): void;
  /** Rolls back all guests and tells them why, and so for those who arrive later. */
  dismiss(why: string): void;
  /** Ends all guests, and resolves once their transactions are rolled back. */
  close(): Promise<void>;
};

/** Guests who arrive before the connection is open wait for it. */
export function createHost(opening: Promise<Connection>, stallMs = STALL_MS): Host {
  const guests = new Map<Socket, Guest>();
  let closed = false;
  let dismissed: string | null = null;
  return {
    receive(socket) {
      if (closed) return void socket.destroy();
      const guest = receiveGuest(socket, opening, stallMs);
      guests.set(socket, guest);
      void guest.gone.finally(() => guests.delete(socket));
      if (dismissed !== null) guest.dismiss(dismissed);
    },
    dismiss(why) {
      dismissed = why;
      for (const { dismiss } of guests.values()) dismiss(why);
    },
    async close() {
      closed = true;
      for (const socket of guests.keys()) socket.destroy();
      await Promise.all([...guests.values()].map(({ gone }) => gone));
    },
  };
}

type Guest = {
  dismiss(why: string): void;
  /** Resolves once it has left and is rolled back. */
  gone: Promise<void>;
};
type Hold = { call: Call; end(statement: 'COMMIT' | 'ROLLBACK'): Promise<unknown> };

function receiveGuest(socket: Socket, opening: Promise<Connection>, stallMs: number): Guest {
  const left = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const holds = new Map<number, Hold>();
  const inProgress = new Set<Promise<void>>();
  /** Of these, how many use what the guest holds. The others wait until it ends that. */
  let using = 0;
  let stall: NodeJS.Timeout | undefined;
  let leaving = false;

  /** What was sent is answered by then, so that the guest knows what has taken effect. */
  const dismiss = async (why: string) => {
    await leave();
    writeFrame(socket, { id: FAREWELL, error: { message: why } });
    socket.end();
  };
  /** What waits for a hold of the same guest gets its turn here, and is rolled back as well. */
  async function leave(): Promise<void> {
    leaving = true;
    clearTimeout(stall);
    for (const [id, { end }] of holds) {
      // First, because this may be called again meanwhile: a second ROLLBACK would end somebody else's transaction.
      holds.delete(id);
      await end('ROLLBACK').catch(() => undefined);
    }
    await Promise.all(inProgress);
  }
  const keep = async (id: number, hold: Hold) => {
    if (leaving) await hold.end('ROLLBACK');
    else holds.set(id, hold);
  };
  const holdOf = (on: number): Hold => {
    const hold = holds.get(on);
    if (!hold) throw new Error('The transaction has ended');
    return hold;
  };

  async function perform(request: Request, { call, take, begin }: Connection): Promise<unknown> {
    if (request.kind === 'take') {
      const { call: held, release } = await take();
      await keep(request.id, { call: held, end: async () => release() });
    } else if (request.kind === 'begin') {
      await keep(request.id, await begin(request.statement));
    } else if (request.kind === 'end') {
      const { end } = holdOf(request.on);
      holds.delete(request.on);
      return end(request.statement);
    } else {
      const { on, name, args, until } = request;
      return on === null ? call(name, args as never, until) : holdOf(on).call(name, args as never);
    }
  }

  async function answer(request: Request, connection: Connection): Promise<void> {
    const response = await perform(request, connection).then(
      (value): Response => ({ id: request.id, value }),
      (error: Error): Response => ({ id: request.id, error: portable(error) }),
    );
    writeFrame(socket, response);
    if (socket.writableNeedDrain && !socket.isPaused()) socket.pause().once('drain', () => socket.resume());
  }

  async function serve(): Promise<void> {
    const connection = await opening.catch(() => null);
    if (!connection) return void socket.destroy();
    readFrames(socket, REQUEST_BYTES_MAX, (request) => {
      if (!isRequest(request)) throw new Error('Not a request');
      if (inProgress.size === IN_PROGRESS_MAX) throw new Error('Too many requests at once');
      if (leaving) return;
      const isUse = 'on' in request && request.on !== null && holds.has(request.on);
      if (isUse) using += 1;
      if (isUse) stall = void clearTimeout(stall);
      const answering = answer(request, connection)
        .catch(() => void socket.destroy())
        .finally(() => {
          inProgress.delete(answering);
          if (isUse) using -= 1;
          if (leaving || holds.size === 0 || using > 0) return;
          stall ??= setTimeout(dismiss, stallMs, stalled(stallMs)).unref();
        });
      inProgress.add(answering);
    });
    if (!leaving) writeFrame(socket, { id: HELLO, value: PROTOCOL });
    await left;
    await leave();
  }

  return { dismiss: (why) => void dismiss(why), gone: serve() };
}

const stalled = (stallMs: number) =>
  `The command held the database for ${stallMs / 1000} s without using it, and was rolled back.`;
