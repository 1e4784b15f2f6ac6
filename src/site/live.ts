// The stream that reports changes of a page: GET /live?page=/tournaments/autumn-open-2026
import { errors } from '../errors.js';
import { Call } from '../http/call.js';
import { createEndpointAt, type Endpoint } from '../http/endpoint.js';
import { followedReadAfter } from '../http/read-after.js';
import type { Streams } from '../streams/streams.js';
import type { AskPageAt } from './ask.js';
import { createWatchedPages, type WatchedOptions } from './followed-pages.js';
import { LIVE_PATH } from './live-path.js';
import type { Route } from './route.js';

export type LiveOptions = WatchedOptions & { streams: Pick<Streams, 'open' | 'expectRoom'> };

export function liveEndpoint(
  routes: readonly Route[],
  ask: (route: Route) => AskPageAt,
  options: LiveOptions,
): Endpoint {
  const watch = createWatchedPages(options);
  const asking = new Map(routes.filter(({ live }) => live).map((route) => [route.path, ask(route)]));
  const routeAt = createEndpointAt([...asking.keys()].map((path) => ({ path }) as Endpoint));

  /** Resolves the page as if it had been requested itself. */
  function questionOf(call: Call) {
    const page = call.url?.searchParams.get('page') ?? '';
    const url = page.startsWith('/') && call.url ? new URL(page, call.url) : null;
    // `//host` would resolve to another host, and so would `/<tab>/host`, because URL parsing strips tabs.
    if (!url || url.origin !== call.url?.origin) throw errors.badRequest('page must be the path of a page');
    const of = new Call(call.source, 'GET', url.href, {});
    of.baseUrl = call.baseUrl;
    of.visitor = call.visitor;
    const match = routeAt(of);
    const askPage = match && asking.get(match.endpoint.path);
    if (!askPage) throw errors.unknownPath();
    const question = askPage(of, of.url, match.parameters);
    const make = async () => {
      of.readAfter = followedReadAfter(options.feed);
      return (await question.answer(of, { repeatable: false })).hash;
    };
    return { question, make };
  }

  return {
    path: LIVE_PATH,
    methods: ['GET'],
    access: 'visitor',
    form: 'rest',
    async handle(call) {
      options.streams.expectRoom(call);
      const { question, make } = questionOf(call);
      const { key, topics } = question;
      return options.streams.open(call, watch({ key, topics, hash: await make(), make }));
    },
  };
}
