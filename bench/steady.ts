// Requests at a constant rate, whether or not earlier ones have been answered (open loop), as independent clients send
// them. Latency is measured from the time a request was due. Sending is kept cheap, because the client shares the
// machine with the server.
import { connect, type Socket } from 'node:net';
import type { Target } from './load.js';
import { processorSeconds } from './processor.js';

export type Outcome = {
  /** Per second, like `refused`. */
  served: number;
  refused: number;
  /** p99 of the served requests, in milliseconds. */
  p99: number;
  /** CPU time of the server per request, refusals included. */
  microseconds: number;
  /**
   * CPU cores that this client used. Close to 1, the client is the bottleneck and the result is not about the server.
   */
  clientCores: number;
};
export type Steady = Omit<Target, 'status'> & {
  connections: number;
  seconds: number;
  /** Number of requests due per second. */
  rate: number;
};

/** Interval at which due requests are sent. */
const TICK_MS = 5;

/** Throws on any status other than 200 and 503. */
export async function steady({ server, paths, headers, connections, seconds, rate }: Steady): Promise<Outcome> {
  const base = server.url;
  const all = Object.entries({ host: new URL(base).host, ...headers });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines}\r\n`));
  let sent = 0;
  const times: number[] = [];
  let refused = 0;
  let failure: Error | null = null;
  const due: number[] = [];
  const free: Connection[] = [];
  const heard = (status: number, since: number) => {
    if (status === 200) times.push(performance.now() - since);
    else if (status === 503) refused += 1;
    else failure ??= new Error(`${base} answered ${status}`);
  };
  const open = await Promise.all(
    Array.from({ length: connections }, () => openConnection(base, heard, (error) => (failure ??= error))),
  );
  free.push(...open);
  const send = () => {
    while (due.length > 0 && free.length > 0) {
      const connection = free.pop() as Connection;
      const request = requests[sent % requests.length] as Buffer;
      sent += 1;
      connection.ask(request, due.shift() as number, () => {
        free.push(connection);
        send();
      });
    }
  };
  const start = performance.now();
  const used = [processorSeconds(server.process.pid ?? 0), process.cpuUsage()] as const;
  let made = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - start;
      for (; made < (elapsed / 1_000) * rate; made += 1) due.push(start + (made / rate) * 1_000);
      send();
      if (elapsed < seconds * 1_000 && !failure) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
    send();
  });
  const duration = (performance.now() - start) / 1_000;
  const serverSeconds = processorSeconds(server.process.pid ?? 0) - used[0];
  const { user, system } = process.cpuUsage(used[1]);
  for (const connection of open) connection.close();
  if (failure) throw failure;
  times.sort((one, other) => one - other);
  return {
    served: times.length / duration,
    refused: refused / duration,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY,
    microseconds: (serverSeconds / (times.length + refused)) * 1e6,
    clientCores: (user + system) / 1e6 / duration,
  };
}

type Connection = { ask(request: Buffer, since: number, done: () => void): void; close(): void };

/** A connection with one request at a time. It reads only as much of a response as it takes to know where it ends. */
async function openConnection(
  base: string,
  heard: (status: number, since: number) => void,
  failed: (error: Error) => void,
): Promise<Connection> {
  const { hostname, port } = new URL(base);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let asked: { since: number; done: () => void } | null = null;
  let status = 0;
  let left = 0;
  socket.on('error', failed).on('data', (bytes) => {
    let body = bytes.byteLength;
    if (left === 0) {
      const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (end < 0 || length === undefined) return failed(new Error(`cannot be read: ${head.slice(0, 100)}`));
      left = Number(length);
      body -= end + 4;
    }
    left -= body;
    if (left > 0 || !asked) return;
    const { since, done } = asked;
    asked = null;
    heard(status, since);
    done();
  });
  return {
    ask(request, since, done) {
      asked = { since, done };
      socket.write(request);
    },
    close: () => socket.destroy(),
  };
}

/** Upper bound of a response's head, which arrives in one chunk. */
const HEAD_BYTES = 2_000;
