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

const HEADER_BYTES = 4;
const FRAME_BYTES_MAX = 2 ** 30;

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

/** Anything that is not a frame ends the connection. */
export function readFrames<Value>(socket: Socket, receive: (value: Value) => void): void {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = HEADER_BYTES;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length < needed) return;
    let rest = Buffer.concat(chunks);
    try {
      for (;;) {
        needed = rest.length < HEADER_BYTES ? HEADER_BYTES : HEADER_BYTES + rest.readUInt32BE();
        if (needed > FRAME_BYTES_MAX) throw new Error('No frame is that long');
        if (rest.length < needed) break;
        const frame = rest.subarray(HEADER_BYTES, needed);
        rest = rest.subarray(needed);
        receive(deserialize(frame));
      }
    } catch (error) {
      socket.destroy(error as Error);
    }
    chunks = [rest];
    length = rest.length;
  });
}
