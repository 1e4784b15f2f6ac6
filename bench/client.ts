import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { median, seconds } from './figure.js';

export type Client = {
  /** The body of a 200; anything else is thrown. */
  text(url: string): Promise<string>;
  json<Body>(url: string): Promise<Body>;
  close(): void;
};

/** Somebody with one connection to each server, who asks for one thing after the other. */
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

/** Median seconds of each, in turn so that a busy moment hits all of them. */
export async function compareTimes(works: (() => Promise<unknown>)[], rounds: number): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  for (let round = -Math.ceil(rounds / 4); round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const time = await seconds(work);
      // The first few only warm up.
      if (round >= 0) times[index]?.push(time);
    }
  }
  return times.map(median);
}

export function milliseconds(one: number, other: number): string {
  return `${(one * 1000).toFixed(2)} against ${(other * 1000).toFixed(2)} ms`;
}
