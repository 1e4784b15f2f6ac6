import type { App } from '../../src/app.js';
import { createHttpServer, type HttpServerOptions } from '../../src/http-server.js';
import { listening } from '../support/listening.js';

export type Served = {
  url: string;
  /** Method and status of every answer so far, such as `GET 200`. */
  answers: string[];
};

/** The service on a real port, until the test file ends; every request goes the long way and is counted. */
export async function serve(app: App): Promise<Served> {
  const answers: string[] = [];
  const counted = async (request: Request) => {
    const response = await app.fetch(request);
    answers.push(`${request.method} ${response.status}`);
    return response;
  };
  return { answers, ...(await serveHttp({ ...app, recall: () => null, reply: () => null, fetch: counted })) };
}

export async function serveHttp(
  app: Pick<App, 'fetch' | 'recall' | 'reply' | 'refuse'>,
  options: HttpServerOptions = {},
): Promise<{ url: string }> {
  return { url: await listening(createHttpServer(app, options)) };
}
