// The whole pipeline on one screen: a request is authenticated, then answered by the face it asks for. All failures
// leave by one exit.

import { type Recall, spellingOf } from './entrance/recall.js';
import { pathOf } from './entrance/shed.js';
import { type ApiError, errors } from './errors.js';
import { type Reply, replyResponse } from './http/answer.js';
import { type Asked, askedOf, askedOfIncoming, headerOf, type Incoming } from './http/asked.js';
import { withCommonHeaders } from './http/common-headers.js';
import { preflightResponse } from './http/cors.js';
import { faceOf, formOf, GRAPHQL_PATH, withoutSlash } from './http/face.js';
import { headerPairs } from './http/headers.js';
import { inTime } from './http/in-time.js';
import { ALL_METHODS, READ_METHODS } from './http/methods.js';
import { refusalReply } from './http/refusal.js';
import { HEALTH_PATHS } from './operations/health.js';
import { METRICS_PATH } from './operations/metrics-page.js';
import { createNote, NO_ROUTE, type Note } from './operations/note.js';
import { wantsGraphiql } from './pages/graphiql.js';
import { PAGE_PATHS } from './pages/pages.js';
import { type AppDeps, createParts, type Parts } from './parts.js';
import { REST_PREFIX } from './rest/handler.js';

export type App = {
  fetch(request: Request, note?: Note): Promise<Response>;
  /** What can be said at once: the reply to a request that has been answered before, or that there is no room for it. */
  recall: Recall;
  /** What `fetch` would answer, for an address of REST; null for any other. The route is noted at once. */
  reply(request: Incoming, note: Note, signal: AbortSignal): Promise<Reply> | null;
  /** What is said when all of that has failed. */
  refuse(error: unknown, request: Incoming, note: Note): Reply;
  feed: Parts['feed'];
  close(): Promise<void>;
};

export async function createApp(deps: AppDeps): Promise<App> {
  const parts = await createParts(deps);
  return {
    async fetch(request, note = createNote(request.method)) {
      if (!URL.canParse(request.url)) return replyResponse(refusalReply(errors.badHost(), 'rest', request.method));
      const asked = askedOf(request);
      note.route = routeOf(asked, parts);
      if (isRest(asked)) return replyResponse(await restReply(asked, parts, note));
      const response = await inTime(parts.timeoutMs, asked.signal, (signal) =>
        answer(request, { ...asked, signal }, parts, note),
      ).catch((error) => replyResponse(refusal(asked, errorOf(error, asked, parts, note))));
      for (const [name, value] of headerPairs(parts.admission.charge(note, response.status))) {
        response.headers.set(name, value);
      }
      return withCommonHeaders(request.method === 'HEAD' ? withoutBody(response) : response);
    },
    reply(request, note, signal) {
      const asked = askedOfIncoming(request, signal);
      if (!asked) return null;
      note.route = routeOf(asked, parts);
      return isRest(asked) ? restReply(asked, parts, note) : null;
    },
    refuse(error, { method, url, headers }, note) {
      const form = formOf(faceOf(pathOf(url)), headerOf(headers, 'accept'));
      return refusalReply(parts.toApiError(error, note.id), form, method);
    },
    recall: parts.recall,
    feed: parts.feed,
    close: parts.close,
  };
}

const isRest = ({ method, url }: Asked) => method !== 'OPTIONS' && url.pathname.startsWith(`${REST_PREFIX}/`);

async function restReply(asked: Asked, parts: Parts, note: Note): Promise<Reply> {
  const { status, headers, body } = await inTime(parts.timeoutMs, asked.signal, (signal) =>
    answerRest({ ...asked, signal }, parts, note),
  ).catch((error) => refusal(asked, errorOf(error, asked, parts, note)));
  return {
    status,
    headers: [...headers, ...parts.admission.charge(note, status)],
    body: asked.method === 'HEAD' ? null : body,
  };
}

async function answerRest(asked: Asked, { admission, rest, baseUrl }: Parts, note: Note): Promise<Reply> {
  await admission.admit(asked.header('authorization'), note);
  return rest.reply(asked, baseUrl(asked), spellingOf(asked.address, asked.header), note);
}

/** Everything but REST. */
async function answer(request: Request, asked: Asked, parts: Parts, note: Note): Promise<Response> {
  const { admission, pages, website, health, metrics } = parts;
  const path = withoutSlash(asked.url.pathname);
  const methods = methodsAt(path, parts);
  if (request.method === 'OPTIONS') {
    // A browser that asks on behalf of a page is let through, so that the page can read that there is nothing.
    if (!methods && asked.header('access-control-request-method') === null) throw errors.unknownPath();
    return preflightResponse(methods ?? READ_METHODS);
  }
  if (path !== asked.url.pathname && (PAGE_PATHS.includes(path) || (path === GRAPHQL_PATH && wantsGraphiql(request)))) {
    return withoutSlashResponse(path);
  }
  const page = await pages.fetch(request, parts.baseUrl(asked));
  if (page && path === GRAPHQL_PATH) note.route = 'GraphiQL';
  const open = page ?? (await health.fetch(request)) ?? (await metrics?.fetch(request));
  if (open) return open;
  if (methods && path !== GRAPHQL_PATH && !methods.includes(request.method)) throw errors.methodNotAllowed(methods);
  await admission.admit(asked.header('authorization'), note);
  if (path === GRAPHQL_PATH) {
    return website.fetch(request, asked.signal, spellingOf(asked.address, asked.header), note);
  }
  throw errors.unknownPath();
}

/** Addresses that need no key. */
const OPEN_PATHS = new Set([...PAGE_PATHS, ...HEALTH_PATHS, METRICS_PATH]);

/** What the request is called in log and metrics. */
function routeOf({ url: { pathname } }: Asked, { rest }: Parts): string {
  const path = withoutSlash(pathname);
  return OPEN_PATHS.has(path) || path === GRAPHQL_PATH ? path : (rest.routeOf(path) ?? NO_ROUTE);
}

/** Null where there is nothing. */
function methodsAt(path: string, { rest, metrics }: Parts): string[] | null {
  if (path === GRAPHQL_PATH) return ALL_METHODS;
  const isThere = path === METRICS_PATH ? metrics !== null : OPEN_PATHS.has(path) || rest.routeOf(path) !== null;
  return isThere ? READ_METHODS : null;
}

/** What fails once the client has gone fails because of that. */
function errorOf(error: unknown, { signal }: Asked, { toApiError }: Parts, { id }: Note): ApiError {
  return signal?.aborted ? errors.hungUp() : toApiError(error, id);
}

function refusal({ method, url, header }: Asked, error: ApiError): Reply {
  return refusalReply(error, formOf(faceOf(url.pathname), header('accept')), method);
}

/** The links of a page are relative, to what stands beside it. */
function withoutSlashResponse(path: string): Response {
  return new Response(null, { status: 308, headers: { location: `..${path}` } });
}

function withoutBody({ status, statusText, headers }: Response): Response {
  return new Response(null, { status, statusText, headers });
}
