import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { text } from 'node:stream/consumers';

export type Asked = { path: string; body?: object };
export type Answered = { id: string; status: number; headers: IncomingHttpHeaders; body: string };
/** `reused` is true if the request was sent on a connection that had been used before. */
export type Failed = { id: string; reused: boolean; code: string };
export type Client = ReturnType<typeof keepAliveClient>;

/** A client with one connection that is kept as long as the server keeps it. */
export function keepAliveClient(base: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    close: () => agent.destroy(),
    ask: ({ path, body }: Asked) =>
      new Promise<Answered | Failed>((resolve) => {
        const id = randomUUID();
        const headers = { authorization: `Bearer ${key}`, 'x-request-id': id, 'content-type': 'application/json' };
        const request = send(base + path, { agent, headers, method: body ? 'POST' : 'GET' }, async (response) => {
          const { statusCode: status = 0, headers } = response;
          text(response).then((body) => resolve({ id, status, headers, body }), fail);
        });
        const fail = ({ code = '' }: NodeJS.ErrnoException) => resolve({ id, reused: request.reusedSocket, code });
        request.on('error', fail).end(body && JSON.stringify(body));
      }),
  };
}
