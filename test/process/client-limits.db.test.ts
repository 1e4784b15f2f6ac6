// The timeout of sending an answer leaves time for making it, however long that may take.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Call } from '../../src/http/call.js';
import { createReply } from '../../src/http/reply.js';
import { clientLimits, createHttpServer } from '../../src/http/server.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { listening } from '../support/listening.js';

const db = await openTestDb();

test.each([15_000, 600_000])(
  'with a request timeout of %i ms, also one that waited for a change',
  async (timeoutMs) => {
    const { longestMs } = await createTestApp(db, { config: { requestTimeoutMs: timeoutMs } });
    expect(longestMs).toBe(timeoutMs + 55_000);

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const calls: Call[] = [];
    const server = createHttpServer(
      {
        replyAtOnce: () => null,
        reply(call) {
          calls.push(call);
          return new Promise((resolve) => setTimeout(resolve, longestMs, createReply(200, {}, 'late')));
        },
        refuse: () => createReply(504, {}, ''),
      },
      { limits: clientLimits({ longestMs }) },
    );
    const request = get(await listening(server), { agent: false });
    const answered = once(request, 'response');
    await vi.waitUntil(() => calls.length > 0, { interval: 1 });
    vi.advanceTimersByTime(longestMs);
    const [response] = (await answered) as [IncomingMessage];
    expect([response.statusCode, calls[0]?.signal.aborted]).toStrictEqual([200, false]);
    response.resume();
  },
);
