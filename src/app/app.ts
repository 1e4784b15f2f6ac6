// The whole request pipeline. http/server.ts receives a request; `replyAtOnce` replies if that needs no work; otherwise
// `reply` finds the endpoint, admits the caller, answers within the timeout and charges; the server sends the reply.
import { errors } from '../errors.js';
import { type Answer, readyReply } from '../http/answer.js';
import { type Call, callOf, NO_ROUTE } from '../http/call.js';
import { preflightHeaders } from '../http/cors.js';
import { type Endpoint, GRAPHQL_PATH, type Match } from '../http/endpoint.js';
import type { Handler } from '../http/handler.js';
import { inTime } from '../http/in-time.js';
import { READ_METHODS } from '../http/methods.js';
import { bypassesCache } from '../http/read-after.js';
import { BUSY, createReply, type Reply, refusalReply, responseOf } from '../http/reply.js';
import { names } from '../http/weights.js';
import { REST_PREFIX } from '../rest/route-answer.js';
import { pause } from '../streams/pause.js';
import { type AppDeps, type Wired, wireServices } from './wiring.js';

export type App = Handler &
  Pick<Wired, 'feed' | 'streams' | 'places' | 'visitors' | 'longestMs' | 'close'> & {
    laneOf: Wired['admission']['laneOf'];
    /** The same pipeline for a WHATWG Request, without a socket. */
    fetch(request: Request): Promise<Response>;
  };

/** A remembered answer needs no statement. */
const REMEMBERED_COST = 1;

const FLOOD_PAUSE_MS = 1_000;

export async function createApp(deps: AppDeps): Promise<App> {
  const { runner, admission, endpointAt, baseUrl, toApiError, timeoutMs, ...wired } = await wireServices(deps);

  /** Replies at once with a remembered answer, a 429 or a 503; null if the request must be worked on. */
  function replyAtOnce(call: Call): Reply | null {
    const answer = call.method === 'GET' && !bypassesCache(call) ? runner.recall(call) : undefined;
    if (answer?.about.open) {
      const shown = readyReply(answer, call);
      // A visitor who is over the limit is refused by `reply`, in the form of the endpoint.
      return shown && !admission.admitVisitor(call) ? chargeRemembered(call, answer, shown) : null;
    }
    const keyId = admission.recognize(call);
    const remembered = answer && keyId !== null ? readyReply(answer, call) : null;
    const refusal = keyId === null || remembered?.status === 304 ? null : admission.refusal(keyId);
    if (answer && remembered && !refusal) {
      call.keyId = keyId;
      return chargeRemembered(call, answer, remembered);
    }
    if (!refusal && admission.hasRoom(call, keyId)) return null;
    const endpoint = endpointAt(call)?.endpoint;
    const asks = call.method !== 'OPTIONS' && endpoint?.methods.includes(call.method);
    if (endpoint?.access !== 'key' || !(refusal || asks)) return null;
    const told = refusal ?? BUSY;
    call.route = endpoint.path;
    call.refusal = told.refusal;
    if (refusal) call.keyId = keyId;
    const reply = refusalReply(told, endpoint.form, call.header('accept'));
    return refusal ? charge(call, reply) : reply;
  }

  function chargeRemembered(call: Call, { about }: Answer, reply: Reply): Reply {
    call.route = about.route;
    call.operation = about.operation;
    call.remembered = true;
    call.cost = REMEMBERED_COST;
    return charge(call, reply);
  }

  async function reply(call: Call): Promise<Reply> {
    const match = endpointAt(call);
    call.baseUrl = baseUrl(call);
    const ms = timeoutMs + (match?.endpoint.waitsMs ?? 0);
    // After an abort, its reason is reported and not the error that followed from it.
    const failed = (error: unknown) => refuse(call.signal.aborted ? call.signal.reason : error, call, match);
    const reply = await inTime(ms, call, () => dispatch(call, match)).catch(failed);
    const charged = charge(call, reply);
    call.chargeMore = (cost) => admission.chargeMore(call, cost);
    return charged;
  }

  async function dispatch(call: Call, match: Match | null): Promise<Reply> {
    const { endpoint = null, parameters = {}, slashed = false } = match ?? {};
    call.route = endpoint?.name ?? endpoint?.path ?? NO_ROUTE;
    // What is public takes no work, and health checks must be answered when all places are taken.
    if (endpoint?.access !== 'public') admission.takePlace(call);
    if (call.method === 'OPTIONS') {
      // A CORS preflight succeeds for any path, so that the page can read the 404 that follows.
      if (!endpoint && call.header('access-control-request-method') === null) throw errors.unknownPath();
      return createReply(204, preflightHeaders(endpoint?.methods ?? READ_METHODS), null);
    }
    if (endpoint && slashed && isRedirected(call, endpoint)) return createReply(308, { location: unslashed(call) }, '');
    if (endpoint?.access === 'visitor') {
      const refused = admission.admitVisitor(call);
      if (refused) {
        // Refusing at once would only make room for the next request of the flood.
        call.waited = true;
        await pause(FLOOD_PAUSE_MS, call.signal);
        throw refused;
      }
    } else if (endpoint ? endpoint.access === 'key' : needsKey(call)) await admission.admit(call);
    if (!endpoint) throw errors.unknownPath();
    if (!endpoint.methods.includes(call.method)) throw errors.methodNotAllowed(endpoint.methods);
    return endpoint.handle(call, parameters);
  }

  /** Also called by timers and events, so it needs nothing that was set before, and does not throw. */
  function refuse(error: unknown, call: Call, match: Match | null = null): Reply {
    const told = toApiError(error, call.id);
    call.refusal = told.refusal;
    let endpoint = match?.endpoint;
    try {
      endpoint ??= endpointAt(call)?.endpoint;
      call.baseUrl ||= baseUrl(call);
      const own = endpoint?.refusal?.(told, call);
      if (own) return own;
    } catch (failure) {
      toApiError(failure, call.id);
    }
    return refusalReply(told, endpoint?.form ?? 'rest', call.header('accept'));
  }

  function charge(call: Call, { status, headers, body }: Reply): Reply {
    return { status, headers: [...headers, ...admission.charge(call, status)], body };
  }

  return {
    ...wired,
    laneOf: admission.laneOf,
    replyAtOnce,
    reply,
    refuse,
    async fetch(request) {
      const call = callOf(request);
      if (!call.url) return responseOf(refusalReply(errors.badHost(), 'rest', null));
      const { body, ...rest } = replyAtOnce(call) ?? (await reply(call));
      call.place?.release();
      return responseOf({ ...rest, body: request.method === 'HEAD' ? null : body });
    },
  };
}

/** Where there is nothing, a key is needed to learn that only beside what needs one. */
function needsKey({ url }: Call): boolean {
  const path = `${url?.pathname}/`;
  return [REST_PREFIX, GRAPHQL_PATH].some((prefix) => path.startsWith(`${prefix}/`));
}

/**
 * Whether a path with a trailing slash is redirected. An endpoint that needs no key has one address, and so has the page for
 * browsers at the GraphQL path, whether or not it is enabled. Clients with a key are answered directly: not all of them
 * follow redirects, or send the key along.
 */
function isRedirected(call: Call, { access, form, methods }: Endpoint): boolean {
  if (access !== 'key') return methods.includes(call.method);
  const isBrowser = READ_METHODS.includes(call.method) && names(call.header('accept'), 'text/html');
  return form === 'graphql' && isBrowser;
}

/** Relative, because a proxy may serve the service below a path of its own. */
function unslashed({ url }: Call): string {
  const last = url?.pathname.split('/').at(-2) ?? '';
  return `../${last}${url?.search ?? ''}`;
}
