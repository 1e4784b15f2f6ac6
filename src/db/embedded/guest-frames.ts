// What a command and the process that has the embedded data open say to each other over the socket inside the folder:
// values in V8's own format, each behind its length in four bytes.
import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import type { Calls } from './thread.js';

/** Sent first. A process of a release that speaks otherwise is not talked to. */
export const PROTOCOL = 'battle results gateway, commands 1';

/** `on` is the id of the request that took the connection or began the transaction; null for a statement by itself. */
export type Request = { id: number } & (
  | { kind: 'call'; on: number | null; name: keyof Calls; args: unknown[]; until: number | undefined }
  | { kind: 'take' }
  | { kind: 'begin'; statement: string }
  | { kind: 'end'; on: number; statement: 'COMMIT' | 'ROLLBACK' }
);
export type Response = { id: number; value?: unknown; error?: object };

/** Ids of what the host says unasked; requests have others. */
export const [HELLO, FAREWELL] = [0, -1];

/** Calls that a guest may make, by what their arguments must be: others bring the engine out of step, or end its thread. */
const CALLS: Partial<Record<string, (args: unknown[]) => boolean>> = {
  query: ([statement, values]) => isText(statement) && (values === undefined || Array.isArray(values)),
  script: ([text]) => isText(text),
  queryRaw: ([query]) => isQuery(query),
  executeRaw: ([query]) => isQuery(query),
};
const isText = (value: unknown) => typeof value === 'string';
const isQuery = (value: unknown) => {
  const { sql, args, argTypes } = (value ?? {}) as Record<string, unknown>;
  return isText(sql) && Array.isArray(args) && Array.isArray(argTypes);
};

/** A BEGIN or an end that is another statement would leave the transaction to whoever comes next. */
export function isRequest(value: unknown): value is Request {
  const { id, kind, on, name, args, until = 0, statement } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'number') return false;
  if (kind === 'take') return true;
  if (kind === 'begin') return isText(statement) && /^BEGIN[A-Z ]*$/.test(statement as string);
  if (kind === 'end') return statement === 'COMMIT' || statement === 'ROLLBACK';
  return (
    kind === 'call' &&
    on !== undefined &&
    typeof until === 'number' &&
    Array.isArray(args) &&
    CALLS[name as string]?.(args) === true
  );
}

const HEADER_BYTES = 4;
/** The longest line of a bundle in two bytes a character, and the batch that it is sent with. */
export const REQUEST_BYTES_MAX = 2 ** 28;
export const RESPONSE_BYTES_MAX = 2 ** 30;

export function writeFrame(socket: Socket, value: Request | Response): void {
  if (socket.destroyed) return;
  const body = serialize(value);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(body.length);
  socket.cork();
  socket.write(header);
  socket.write(body);
  socket.uncork();
}

/** Anything that is not a frame, or longer than that, ends the connection. A frame takes memory as it arrives. */
export function readFrames(socket: Socket, bytesMax: number, receive: (value: unknown) => void): void {
  const header = Buffer.alloc(HEADER_BYTES);
  let part = header;
  let filled = 0;
  const read = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(part, filled, at);
      at += copied;
      filled += copied;
      if (filled < part.length) return;
      filled = 0;
      if (part === header) {
        const bytes = header.readUInt32BE();
        if (bytes > bytesMax) throw new Error('No frame is that long');
        part = Buffer.allocUnsafeSlow(bytes);
        continue;
      }
      const frame = part;
      part = header;
      receive(deserialize(frame));
    }
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}
