// The whole pipeline on one screen: a request is authenticated, then answered. All failures leave by one exit.
import { randomUUID } from 'node:crypto';
import { type Auth, createAuth } from './auth.js';
import type { Db } from './db/client.js';
import { ApiError, errorBody, errors } from './errors.js';

export type App = {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
};

export type AppDeps = {
  db: Db;
  /** Hears about errors that nobody made on purpose. */
  log: (message: string, error: unknown) => void;
};

export function createApp({ db, log }: AppDeps): App {
  const auth = createAuth(db);
  return {
    async fetch(request) {
      try {
        return await answer(request, auth);
      } catch (error) {
        return errorResponse(error, log);
      }
    },
    close: () => auth.close(),
  };
}

async function answer(request: Request, auth: Auth): Promise<Response> {
  await auth.keyIdOf(request.headers.get('authorization'));
  throw errors.unknownPath();
}

function errorResponse(error: unknown, log: AppDeps['log']): Response {
  const known = error instanceof ApiError ? error : mask(error, log);
  return Response.json(errorBody(known), {
    status: known.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(known.status === 401 && { 'www-authenticate': 'Bearer' }),
    },
  });
}

function mask(error: unknown, log: AppDeps['log']): ApiError {
  const id = randomUUID();
  log(`error ${id}`, error);
  return errors.internal(id);
}
