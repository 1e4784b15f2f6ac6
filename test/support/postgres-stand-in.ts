// A server that speaks just enough of PostgreSQL's protocol to refuse clients, for cases that a real one does not
// produce on demand.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Sends the same answers on every connection, one per message received. */
export async function serverThatAnswers(...answers: Buffer[]): Promise<number> {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => undefined);
    socket.on('data', () => {
      const answer = left.shift() ?? '';
      if (left.length > 0) socket.write(answer);
      else socket.end(answer);
    });
  });
  onTestFinished(() => close(server));
  return listen(server);
}

/** A port on which no process listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  return new Promise((closed) => server.close(() => closed()));
}

/** ErrorResponse of the protocol: each field is a letter followed by text. */
export function errorResponse(code: string, said: string): Buffer {
  return message('E', text('SFATAL'), text('VFATAL'), text(`C${code}`), text(`M${said}`), text(''));
}

export function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

export function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}
