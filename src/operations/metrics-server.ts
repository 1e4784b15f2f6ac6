// Metrics on a port of their own, which need not be open to everybody.
import { createServer } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import { ApiError, errors } from '../errors.js';
import { errorResponse } from '../http/json-response.js';
import { listen } from '../http/listen.js';
import type { Log } from './log.js';
import { METRICS_PATH, type MetricsPage } from './metrics-page.js';

/** Resolves, once it listens, with how to end it. */
export async function listenForMetrics(page: MetricsPage, host: string, port: number, log: Log): Promise<() => void> {
  const server = createServer(createServerAdapter((request: Request) => answer(page, request, log)));
  log.info(`Metrics at ${await listen(server, host, port)}${METRICS_PATH}`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function answer(page: MetricsPage, request: Request, log: Log): Promise<Response> {
  try {
    return (await page.fetch(request)) ?? errorResponse(errors.unknownPath());
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error);
    log.error({ err: error }, 'The metrics could not be read');
    return errorResponse(errors.notReady());
  }
}
