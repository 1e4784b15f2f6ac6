// Requests that come evenly, whether or not those before them have been answered, as they do from people who do not know
// of each other. Each is timed from when it was due. What it takes to send one is kept small, for it is sent from the
// machine that answers.
import { connect, type Socket } from 'node:net';

export type Outcome = { served: number; refused: number; p99: number };
export type Steady = {
  base: string;
  /** Asked for in turn. */
  paths: readonly string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** How many are due each second; without it, each connection asks again as soon as it has its answer. */
  rate?: number;
};

/** How often it is looked what is due. */
const TICK_MS = 5;

/** Served and refused a second, and the slowest hundredth of the served; any other status than 200 and 503 is thrown. */
export async function steady({ base, paths, headers, connections, seconds, rate }: Steady): Promise<Outcome> {
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
        if (rate === undefined) due.push(performance.now());
        send();
      });
    }
  };
  const start = performance.now();
  if (rate === undefined) due.push(...open.map(() => start));
  let made = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - start;
      for (; rate !== undefined && made < (elapsed / 1_000) * rate; made += 1) due.push(start + (made / rate) * 1_000);
      send();
      if (elapsed < seconds * 1_000 && !failure) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
    send();
  });
  const duration = (performance.now() - start) / 1_000;
  for (const connection of open) connection.close();
  if (failure) throw failure;
  times.sort((one, other) => one - other);
  return {
    served: times.length / duration,
    refused: refused / duration,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY,
  };
}

type Connection = { ask(request: Buffer, since: number, done: () => void): void; close(): void };

/** One question at a time. Only as much of an answer is read as is needed to know where it ends. */
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

/** The head of an answer comes in one piece, and is not longer than this. */
const HEAD_BYTES = 2_000;
