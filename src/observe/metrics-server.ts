// Metrics on a separate port, which need not be public.
import { ApiError, errors } from '../errors.js';
import { createEndpointAt, type Endpoint } from '../http/endpoint.js';
import { listen } from '../http/listen.js';
import { refusalReply } from '../http/reply.js';
import { createHttpServer } from '../http/server.js';
import type { Log } from './log.js';

/** Resolves once it listens, with a function that stops it. */
export async function listenForMetrics(page: Endpoint, host: string, port: number, log: Log): Promise<() => void> {
  const endpointAt = createEndpointAt([page]);
  const server = createHttpServer({
    replyAtOnce: () => null,
    async reply(call) {
      const endpoint = endpointAt(call)?.endpoint;
      if (!endpoint?.methods.includes(call.method)) throw errors.unknownPath();
      return endpoint.handle(call, {});
    },
    refuse(error, call) {
      if (!(error instanceof ApiError)) log.error({ err: error }, 'The metrics could not be read');
      return refusalReply(error instanceof ApiError ? error : errors.notReady(), 'rest', call.header('accept'));
    },
  });
  log.info(`Metrics at ${await listen(server, host, port)}${page.path}`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
