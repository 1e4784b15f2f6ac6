// A reader of a subscription, which collects the events received so far.
import { expect, onTestFinished } from 'vitest';

export type Event = { event: string; data: string };

export type Followed = {
  status: number;
  headers: Headers;
  events: Event[];
  /** The results among the events. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare bodies with literals.
  results: any[];
  text(): string;
  /** True once the service has ended the stream. */
  ended(): boolean;
  /** Resolves once this many results have arrived. */
  until(count: number): Promise<void>;
  leave(): Promise<void>;
};

export async function followed(response: Response): Promise<Followed> {
  const events: Event[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const results: any[] = [];
  let text = '';
  let ended = false;
  let rest = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  async function read(): Promise<void> {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      text += part.value;
      const blocks = (rest + part.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = /^event: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1] ?? '';
        if (event === undefined) continue;
        events.push({ event, data });
        if (event === 'next') results.push(JSON.parse(data));
      }
    }
    ended = true;
  }
  const leave = async () => void (await reader?.cancel().catch(() => undefined));
  onTestFinished(leave);
  read().catch(() => {
    ended = true;
  });
  return {
    status: response.status,
    headers: response.headers,
    events,
    results,
    text: () => text,
    ended: () => ended,
    until: (count) => expect.poll(() => results.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count),
    leave,
  };
}
