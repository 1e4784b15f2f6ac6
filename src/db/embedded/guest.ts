// The embedded database as a command sees it whose data folder another process, most often the service, has open: that
// process runs the statements (host.ts).
import { connect } from 'node:net';
import { within } from '../../helpers/within.js';
import { createAnswers } from '../answers.js';
import { DbGoneError } from '../db-error.js';
import type { Connection } from './connection.js';
import {
  FAREWELL,
  HELLO,
  PROTOCOL,
  RESPONSE_BYTES_MAX,
  type Request,
  type Response,
  readFrames,
  writeFrame,
} from './guest-frames.js';
import type { Call } from './thread.js';

/** The other process may be creating its database, or be busy. */
const HELLO_MS = 30_000;
const GONE = 'The process that has the data open has ended. What was not complete is undone; run the command again.';

type Body = Request extends infer Each ? (Each extends Request ? Omit<Each, 'id'> : never) : never;

/**
 * Null if nobody listens at the address; `refused` if who does is not of a release that has guests. Throws if it has no time
 * for guests.
 */
export async function openGuest(address: string): Promise<Connection | 'refused' | null> {
  const socket = connect(address);
  const answers = createAnswers();
  let last = HELLO;
  let reason: string | undefined;
  let failure: Error | undefined;
  socket.on('error', (error) => {
    failure = error;
  });
  socket.once('close', () => answers.end(new DbGoneError(reason ?? GONE, { cause: failure })));
  readFrames(socket, RESPONSE_BYTES_MAX, (response) => {
    const { id, value, error } = response as Response;
    if (id === FAREWELL) reason = (error as Error).message;
    else answers.receive(id, { value, error: error as Error | undefined });
  });
  const late = () => Promise.reject(new Error('It does not answer'));
  const hello = await within(HELLO_MS, answers.to(HELLO), late).catch(() => null);
  if (hello !== PROTOCOL) {
    socket.destroy();
    if (reason !== undefined) throw new DbGoneError(reason);
    return /^(ENOENT|ECONNREFUSED)$/.test((failure as NodeJS.ErrnoException | undefined)?.code ?? '')
      ? null
      : 'refused';
  }

  const send = (body: Body): { id: number; answer: Promise<unknown> } => {
    last += 1;
    const answer = answers.to(last);
    writeFrame(socket, { id: last, ...body } as Request);
    return { id: last, answer };
  };
  const callOn = (on: number | null) =>
    ((name, args, until) => send({ kind: 'call', on, name, args, until }).answer) as Call;
  const hold = async (body: Body) => {
    const { id, answer } = send(body);
    await answer;
    const end = (statement: 'COMMIT' | 'ROLLBACK') =>
      send({ kind: 'end', on: id, statement }).answer as Promise<string>;
    return { call: callOn(id), end };
  };
  return {
    call: callOn(null),
    async take() {
      const { call, end } = await hold({ kind: 'take' });
      return { call, release: () => void end('COMMIT').catch(() => undefined) };
    },
    begin: (statement) => hold({ kind: 'begin', statement }),
    // Changes are followed by the process that has the data open.
    listen: () => () => undefined,
    async close() {
      if (socket.closed) return;
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.end();
      await closed;
    },
  };
}
