import type { App } from '../../src/app/app.js';
import type { Call } from '../../src/http/call.js';
import type { Handler } from '../../src/http/handler.js';
import { createHttpServer, type HttpServerOptions } from '../../src/http/server.js';
import { listening } from '../support/listening.js';

export type Served = {
  url: string;
  /** Method and status of every response so far, such as `GET 200`. */
  answers: string[];
};

/** The service on a real port until the test file ends; every response is recorded. */
export async function serve(app: App): Promise<Served> {
  const answers: string[] = [];
  const counted = async (call: Call) => {
    const reply = await app.reply(call);
    answers.push(`${call.method} ${reply.status}`);
    return reply;
  };
  return { answers, ...(await serveHttp({ ...app, replyAtOnce: () => null, reply: counted })) };
}

export async function serveHttp(app: Handler, options: HttpServerOptions = {}): Promise<{ url: string }> {
  return { url: await listening(createHttpServer(app, options)) };
}
