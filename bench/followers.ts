// Many followers of the same subscription, in a separate process. Each is a plain socket, so that the server is
// measured and not its clients.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Follow = { url: string; request: string; count: number; from: string };
/** Per follower, the arrival time of the requested result in milliseconds since 1970; -1 if it has not arrived. */
export type Had = { had: number[] };

const NEXT = Buffer.from('event: next\n');
const AT_ONCE = 100;
/** The wait that a refusal asks of a client. */
const AGAIN_MS = 1_000;
/** The maximum time to wait for a result. */
const PATIENCE_MS = 20_000;

const arrivals: number[][] = [];

process.on('message', async (message: Follow | { result: number }) => {
  if ('result' in message) process.send?.({ had: await hadAll(message.result) } satisfies Had);
  else {
    for (let opened = 0; opened < message.count; opened += AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, message.count - opened) }, () => open(message)));
    }
    process.send?.('open');
  }
});

/** Resolves when the first result arrives. */
async function open(to: Follow): Promise<void> {
  while (!(await isOpened(to))) await sleep(AGAIN_MS);
}

/** Resolves to false if the server has no room at that moment (503). */
function isOpened({ url, request, from }: Follow): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const mine: number[] = [];
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    socket.on('data', (bytes) => {
      for (let at = bytes.indexOf(NEXT); at >= 0; at = bytes.indexOf(NEXT, at + 1)) {
        mine.push(performance.timeOrigin + performance.now());
      }
      const status = bytes.toString('latin1', 0, 12);
      if (mine.length === 1) {
        arrivals.push(mine);
        resolve(true);
      } else if (status === 'HTTP/1.1 503') {
        resolve(false);
        socket.destroy();
      } else if (mine.length === 0 && status !== 'HTTP/1.1 200') reject(new Error(bytes.toString()));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The stream was closed')));
    socket.write(request);
  });
}

async function hadAll(result: number): Promise<number[]> {
  const had = () => arrivals.map((mine) => mine[result] ?? -1);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if (!had().includes(-1)) break;
    await sleep(20);
  }
  return had();
}
