// The stream that reports changes of a page: GET /live?page=/tournaments/autumn-open-2026. The page is rendered once for
// all who follow it, and they are told its hash if its bytes have changed.
import { ApiError, errorBody, errors } from '../errors.js';
import { Call } from '../http/call.js';
import { createEndpointAt, type Endpoint } from '../http/endpoint.js';
import type { Follow, Form } from '../streams/follow.js';
import { type Item, type Source, VALUE } from '../streams/groups.js';
import { comeBack, sse } from '../streams/sse.js';
import type { AskPageAt, PageQuestion } from './ask.js';
import { LIVE_PATH } from './live-path.js';
import type { Route } from './route.js';

export type LiveOptions = { follow: Follow };

/** Pause between two renders, in which changes are coalesced: longer for a page that takes long, or has to wait. */
const PACE_MS_MIN = 100;
const PACE_MS_MAX = 5_000;
/** A page is rendered for at most a fifth of the time, however often it changes. */
const PAUSE_FOR_EACH_MS = 4;
export const restMs = (tookMs: number) => Math.min(Math.max(PACE_MS_MIN, PAUSE_FOR_EACH_MS * tookMs), PACE_MS_MAX);
/** Stands for the hash of a page that no longer exists. */
const GONE = 'gone';

export function liveEndpoint(
  routes: readonly Route[],
  ask: (route: Route) => AskPageAt,
  { follow }: LiveOptions,
): Endpoint {
  const asking = new Map(routes.filter(({ live }) => live).map((route) => [route.path, ask(route)]));
  const routeAt = createEndpointAt([...asking.keys()].map((path) => ({ path }) as Endpoint));

  /** Resolves the page as if it had been requested itself. */
  function questionOf(call: Call): PageQuestion {
    const page = call.url?.searchParams.get('page') ?? '';
    const base = call.url?.href;
    const url = page.startsWith('/') && URL.canParse(page, base) ? new URL(page, base) : null;
    // `//host` would resolve to another host, and so would `/<tab>/host`, because URL parsing strips tabs.
    if (!url || url.origin !== call.url?.origin) throw errors.badRequest('page must be the path of a page');
    const of = new Call(call.source, 'GET', url.href, {});
    of.baseUrl = call.baseUrl;
    const match = routeAt(of);
    const askPage = match && asking.get(match.endpoint.path);
    if (!askPage) throw errors.unknownPath();
    return askPage(of, of.url, match.parameters);
  }

  const sourceOf = ({ key, ask }: PageQuestion): Source<Item> => ({
    ...VALUE,
    key,
    restMs,
    async read(from, call) {
      const { position, tags } = await ask(call, { repeatable: false }).then(
        ({ value, tags }) => ({ position: value.hash, tags }),
        (error) => {
          if (from === null) throw error;
          if (isGone(error)) return { position: GONE, tags: null };
          // Whatever else it is, a later try may succeed.
          throw errors.unreachable();
        },
      );
      return { value: { position, more: false, isEmpty: false }, tags };
    },
  });

  return {
    path: LIVE_PATH,
    methods: ['GET'],
    access: 'visitor',
    form: 'rest',
    async handle(call) {
      return follow.stream(call, await follow.begin(call, sourceOf(questionOf(call))), FORM);
    },
  };
}

const BEAT = sse({ event: 'beat', data: '' });

const FORM: Form<Item> = {
  bytes: ({ position }) => sse({ event: 'change', data: position }),
  beat: () => BEAT,
  last: (error) => (error ? endEvent(error) : comeBack()),
};

/** Says why the stream ends, and after how long the browser should reconnect. */
function endEvent(error: ApiError): ReturnType<typeof sse> {
  const seconds = Number(error.headers['retry-after'] ?? 1);
  return sse({ event: 'end', data: JSON.stringify(errorBody(error)), retry: seconds * 1_000 });
}

/** A client error other than 429: a retry would fail too. */
const isGone = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
