import type { Socket } from 'node:net';

/** Everything that a connection receives until it closes. */
export async function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  await new Promise((closed) => socket.once('close', closed));
  return text;
}
