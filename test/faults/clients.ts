// Clients that send one request after the other until they are stopped, and record the responses.
import { setTimeout as sleep } from 'node:timers/promises';
import { QUESTIONS, type Witness } from './witness.js';

export type Got = { at: number; ms: number; status: number };

export type Clients = {
  got: Got[];
  /** Everything that must not happen: a broken connection, a wrong body, an error in another format. */
  problems: string[];
  stop(): Promise<void>;
};

const PATIENCE_MS = 20_000;

export function startClients(address: string, witness: Witness, count: number): Clients {
  const stopping = new AbortController();
  const got: Got[] = [];
  const problems: string[] = [];
  const held = new Map<string, { tag: string; text: string }>();

  async function ask({ path, body }: (typeof QUESTIONS)[number]): Promise<void> {
    const known = Math.random() < 0.5 && !body ? held.get(path) : undefined;
    const at = Date.now();
    const response = await fetch(address + path, {
      headers: {
        authorization: witness.authorization,
        ...(known && { 'if-none-match': known.tag }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = response.status === 304 ? (known?.text ?? '') : await response.text();
    const { status, headers } = response;
    got.push({ at, ms: Date.now() - at, status });
    const problem = status < 400 ? witness.problemWith(text, at) : problemWithError(text, headers);
    if (problem) problems.push(`${path} ${status}: ${problem}`);
    const tag = headers.get('etag');
    if (tag) held.set(path, { tag, text });
  }

  async function askOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      const question = QUESTIONS[Math.floor(Math.random() * QUESTIONS.length)];
      if (!question) continue;
      await ask(question).catch((error) => problems.push(`${question.path}: ${error.cause ?? error}`));
      // Waits a moment after a refusal, as a real client would.
      if ((got.at(-1)?.status ?? 500) >= 500) await sleep(20);
    }
  }

  const asking = Array.from({ length: count }, askOn);
  return {
    got,
    problems,
    async stop() {
      stopping.abort();
      await Promise.all(asking);
    },
  };
}

/** Both APIs give the code; REST also gives the status. */
function problemWithError(text: string, headers: Headers): string | null {
  const { error, errors } = JSON.parse(text);
  const code = error?.code ?? errors?.[0]?.extensions?.code;
  if (code !== 'UNAVAILABLE') return text;
  return Number(headers.get('retry-after')) > 0 ? null : 'no Retry-After';
}

/** Number of responses by status. */
export function tally(got: readonly Got[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of got) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
