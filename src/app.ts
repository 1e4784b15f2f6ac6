// The whole pipeline on one screen: a request is authenticated, then answered by the face it asks for. All failures
// leave by one exit.
import { type Recall, spellingOf } from './entrance/recall.js';
import { type ApiError, errors } from './errors.js';
import { GRAPHQL_PATH } from './graphql/server.js';
import { type Reply, replyResponse } from './http/answer.js';
import { type Asked, askedOf, askedOfIncoming, type Incoming } from './http/asked.js';
import { withCommonHeaders } from './http/common-headers.js';
import { preflightResponse } from './http/cors.js';
import { headerPairs } from './http/headers.js';
import { errorResponse, graphqlErrorResponse } from './http/json-response.js';
import { ALL_METHODS, READ_METHODS } from './http/methods.js';
import { refusalReply } from './http/refusal.js';
import { HEALTH_PATHS } from './operations/health.js';
import { METRICS_PATH } from './operations/metrics-page.js';
import { createNote, NO_ROUTE, type Note } from './operations/note.js';
import { PAGE_PATHS } from './pages/pages.js';
import { type AppDeps, createParts, type Parts } from './parts.js';
import { REST_PREFIX } from './rest/handler.js';

export type App = {
  fetch(request: Request, note?: Note): Promise<Response>;
  /** What can be said at once: the reply to a request that has been answered before, or that there is no room for it. */
  recall: Recall;
  /** What `fetch` would answer, for an address of REST; null for any other. */
  reply(request: Incoming, note: Note, signal: AbortSignal): Promise<Reply> | null;
  feed: Parts['feed'];
  close(): Promise<void>;
};

export async function createApp(deps: AppDeps): Promise<App> {
  const parts = await createParts(deps);
  return {
    async fetch(request, note = createNote(request.method)) {
      if (!URL.canParse(request.url)) return withCommonHeaders(errorResponse(errors.badHost()));
      const asked = askedOf(request);
      if (isRest(asked)) return replyResponse(await restReply(asked, parts, note));
      const response = await answer(request, asked, parts, note).catch((error) =>
        refusal(asked, errorOf(error, asked, parts)),
      );
      for (const [name, value] of headerPairs(parts.admission.charge(note, response.status))) {
        response.headers.set(name, value);
      }
      return withCommonHeaders(request.method === 'HEAD' ? withoutBody(response) : response);
    },
    reply(request, note, signal) {
      const asked = askedOfIncoming(request, signal);
      return asked && isRest(asked) ? restReply(asked, parts, note) : null;
    },
    recall: parts.recall,
    feed: parts.feed,
    close: parts.close,
  };
}

const isRest = ({ method, url }: Asked) => method !== 'OPTIONS' && url.pathname.startsWith(`${REST_PREFIX}/`);

async function restReply(asked: Asked, parts: Parts, note: Note): Promise<Reply> {
  note.route = parts.rest.routeOf(asked.url.pathname) ?? NO_ROUTE;
  const { status, headers, body } = await answerRest(asked, parts, note).catch((error) =>
    refusalReply(errorOf(error, asked, parts), 'rest', asked.method),
  );
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
  const { pathname } = asked.url;
  note.route = OPEN_PATHS.has(pathname) ? pathname : NO_ROUTE;
  if (request.method === 'OPTIONS') {
    note.route = parts.rest.routeOf(pathname) ?? note.route;
    return preflightResponse(pathname === GRAPHQL_PATH ? ALL_METHODS : READ_METHODS);
  }
  const page = await pages.fetch(request, parts.baseUrl(asked));
  if (page && pathname === GRAPHQL_PATH) note.route = 'GraphiQL';
  const open = page ?? (await health.fetch(request)) ?? (await metrics?.fetch(request));
  if (open) return open;
  await admission.admit(asked.header('authorization'), note);
  if (pathname === GRAPHQL_PATH) return website.fetch(request, spellingOf(asked.address, asked.header), note);
  throw errors.unknownPath();
}

/** Addresses that are the same for everybody; those of REST are patterns. */
const OPEN_PATHS = new Set([...PAGE_PATHS, ...HEALTH_PATHS, METRICS_PATH, GRAPHQL_PATH]);

/** Whatever fails once nobody waits any more fails because of that. */
function errorOf(error: unknown, { signal }: Asked, { toApiError }: Parts): ApiError {
  return signal?.aborted ? errors.hungUp() : toApiError(error);
}

/** Where GraphQL is asked, what stands between the caller and an answer is said in its form. */
function refusal({ url }: Asked, error: ApiError): Response {
  const passing = error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED';
  return passing && url.pathname === GRAPHQL_PATH ? graphqlErrorResponse(error) : errorResponse(error);
}

function withoutBody({ status, statusText, headers }: Response): Response {
  return new Response(null, { status, statusText, headers });
}
