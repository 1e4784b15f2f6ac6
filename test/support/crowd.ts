// A hall full of visitors behind one address: each follows the page of the final, gets it again whenever it has changed,
// and meanwhile looks at other pages.
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type CrowdOptions = {
  url: string;
  visitors: number;
  ms: number;
  /** The page that all follow, and those that they look at. */
  page: string;
  others: readonly string[];
  headers?: Record<string, string>;
};

/** Number of answers by status; `broken` are connections that ended without one, `changes` what streams have told. */
export type Seen = { statuses: Record<number, number>; broken: number; changes: number };

export async function visitTogether({ url, visitors, ms, page, others, headers = {} }: CrowdOptions): Promise<Seen> {
  const seen: Seen = { statuses: {}, broken: 0, changes: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const end = performance.now() + ms;
  const isOver = () => performance.now() >= end;
  const streams: IncomingMessage[] = [];

  const open = (path: string, accept: string) =>
    new Promise<IncomingMessage | null>((resolve) => {
      get(url + path, { agent, headers: { ...headers, accept } }, (answer) => {
        const status = answer.statusCode ?? 0;
        seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
        resolve(answer);
      }).on('error', () => {
        if (!isOver()) seen.broken += 1;
        resolve(null);
      });
    });

  async function look(path: string): Promise<void> {
    const answer = await open(path, 'text/html');
    if (answer) for await (const _part of answer);
  }

  async function follow(): Promise<void> {
    const stream = await open(`/live?page=${encodeURIComponent(page)}`, 'text/event-stream');
    if (!stream) return;
    streams.push(stream);
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (!text.includes('event: change') || isOver()) return;
      seen.changes += 1;
      void look(page);
    });
    stream.on('error', () => undefined);
  }

  async function visit(): Promise<void> {
    await sleep(Math.random() * Math.min(2_000, ms / 2));
    await look(page);
    await follow();
    while (!isOver()) {
      await look(others[Math.floor(Math.random() * others.length)] ?? page);
      await sleep(1_000 + Math.random() * 2_000);
    }
  }

  await Promise.all(Array.from({ length: visitors }, visit));
  for (const stream of streams) stream.destroy();
  agent.destroy();
  return seen;
}
