import { Agent, get } from 'node:http';

export type Heard = { times: number[]; refused: number };
export type Send = (seconds: number) => Promise<Heard>;

/** Returns a function that sends requests one after the other for some seconds, on one connection. */
export function sender(
  urls: string[],
  headers: Record<string, string>,
  rest: (status: number) => Promise<unknown>,
): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (url: string) =>
    new Promise<number>((resolve, reject) => {
      get(url, { agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      }).on('error', reject);
    });
  return async (seconds) => {
    const heard: Heard = { times: [], refused: 0 };
    const end = performance.now() + seconds * 1_000;
    for (let sent = Math.floor(Math.random() * urls.length); performance.now() < end; sent += 1) {
      const url = urls[sent % urls.length] ?? '';
      const start = performance.now();
      const status = await ask(url);
      if (status === 200) heard.times.push(performance.now() - start);
      else if (status === 503 || status === 504) heard.refused += 1;
      else throw new Error(`${url} answered ${status}`);
      await rest(status);
    }
    return heard;
  };
}
