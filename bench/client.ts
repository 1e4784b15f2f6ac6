import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { median, seconds } from './figure.js';

export type Client = {
  /** Returns the body of a 200 response; throws on any other status. */
  text(url: string): Promise<string>;
  json<Body>(url: string): Promise<Body>;
  close(): void;
};

/** A client with one connection per server that sends its requests one after the other. */
export function createClient(headers: Record<string, string>): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (url: string) =>
    new Promise<string>((resolve, reject) => {
      get(url, { agent, headers }, async (response) => {
        const body = await text(response);
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`${url}: ${response.statusCode} ${body}`));
      }).on('error', reject);
    });
  return {
    text: ask,
    json: async (url) => JSON.parse(await ask(url)),
    close: () => agent.destroy(),
  };
}

/** Returns the median seconds of each work. They run in turn, so that a busy moment affects all of them. */
export async function compareTimes(works: (() => Promise<unknown>)[], rounds: number): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  for (let round = -Math.ceil(rounds / 4); round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const time = await seconds(work);
      // The first rounds only warm up.
      if (round >= 0) times[index]?.push(time);
    }
  }
  return times.map(median);
}

export function milliseconds(one: number, other: number): string {
  return `${(one * 1000).toFixed(2)} against ${(other * 1000).toFixed(2)} ms`;
}
