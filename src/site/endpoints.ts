// The site: public pages, each rendered from one persisted operation and remembered whole, like any other answer.
import { ApiError, ArgumentError, errors } from '../errors.js';
import { replyOf } from '../http/answer.js';
import type { Call } from '../http/call.js';
import { createEndpointAt, ELSEWHERE, type Endpoint, type EndpointAt } from '../http/endpoint.js';
import { READ_METHODS } from '../http/methods.js';
import { createReply, type Reply } from '../http/reply.js';
import { names } from '../http/weights.js';
import { type AskOptions, createAskPage, siteOf, urlPathOf } from './ask.js';
import { assets } from './assets.js';
import { PAGES_FILE, pagesOfSitemap, robots } from './exports/sitemap.js';
import { createTableEndpoint, type TableOptions } from './exports/table-endpoint.js';
import { type LiveOptions, liveEndpoint } from './live.js';
import { errorPage } from './pages/error.js';
import { GUIDE_PATH, guidePage } from './pages/guide.js';
import type { Asked, RenderedBody, Route, Site } from './route.js';
import { ROUTES } from './routes.js';
import { PAGE_HEADERS } from './security-headers.js';

export type SiteOptions = AskOptions &
  LiveOptions &
  TableOptions & {
    /** Whether the site is served. */
    site: boolean;
  };

export function siteEndpoints(options: SiteOptions): Endpoint[] {
  const { siteUrl } = options;
  const ask = createAskPage(options);
  const common: Pick<Endpoint, 'methods' | 'access' | 'form' | 'refusal'> = {
    methods: READ_METHODS,
    access: 'visitor',
    form: 'rest',
    refusal: (error, call) => {
      const { type, text } = errorPage(error, siteOf(call, options, ''));
      return createReply(
        error.status,
        { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': type, ...error.headers },
        text,
      );
    },
  };

  function pageEndpoint(route: Route): Endpoint {
    const askPage = ask(route);
    return {
      ...common,
      path: route.path,
      async handle(call, encoded) {
        const { asked, site, ask: read } = askPage(call, call.url, encoded);
        try {
          return await replyOf((await read(call)).value, call);
        } catch (error) {
          const { slug = '' } = asked.parameters;
          const small = slug.toLowerCase();
          if (!isNotFound(error) || small === slug) return firstPage(route, asked, error, site);
          // As a rule slugs have no capitals: an address with some leads to the one without, if that has a page.
          const right = askPage(call, call.url, { ...encoded, slug: encodeURIComponent(small) });
          await right.ask(call, { repeatable: false });
          return createReply(308, { location: site.root + right.site.address }, '');
        }
      },
    };
  }

  const tableEndpoint = createTableEndpoint(options);
  const handle = () => Promise.reject(errors.unknownPath());
  const nowhere: Endpoint = { ...common, path: ELSEWHERE, name: 'other', when: wantsPage, handle };
  const fixed = (
    path: string,
    access: Endpoint['access'],
    make: (call: Call) => RenderedBody,
    headers: Record<string, string> = {},
  ): Endpoint => ({
    ...common,
    path,
    access,
    handle: async (call) => {
      const { type, text } = make(call);
      return createReply(200, { ...headers, 'content-type': type }, text);
    },
  });
  const urlOf = (call: Call) => siteUrl ?? call.baseUrl;
  const endpoints = ROUTES.map((route) =>
    route.next ? { ...common, ...tableEndpoint(route.path, ask(route)) } : pageEndpoint(route),
  );
  const orLater = endpoints.map((endpoint, at) => orElse(endpoint, createEndpointAt(endpoints.slice(at + 1))));
  return [
    ...orLater,
    liveEndpoint(ROUTES, ask, options),
    ...assets(options.brand),
    fixed('/robots.txt', 'public', (call) => robots(urlOf(call))),
    fixed(PAGES_FILE, 'visitor', (call) => pagesOfSitemap(urlOf(call))),
    fixed(GUIDE_PATH, 'public', (call) => guidePage(siteOf(call, options, GUIDE_PATH)), GUIDE_HEADERS),
    nowhere,
  ];
}

const GUIDE_HEADERS = { ...PAGE_HEADERS, 'cache-control': 'public, no-cache' };

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** With nothing at the address, the next endpoint that matches it answers: `/clubs/x.ics` may be a page or a calendar. */
function orElse(endpoint: Endpoint, later: EndpointAt): Endpoint {
  return {
    ...endpoint,
    handle: (call, parameters) =>
      endpoint.handle(call, parameters).catch((error) => {
        const match = isNotFound(error) ? later(call) : null;
        if (!match) throw error;
        call.route = match.endpoint.path;
        return match.endpoint.handle(call, match.parameters);
      }),
  };
}

/** True for a browser at an unknown path; API clients get errors in their own format. */
function wantsPage(call: Call): boolean {
  const path = call.url?.pathname ?? '';
  return !/^\/(api|graphql|health|metrics)(\/|$)/.test(path) && names(call.header('accept'), 'text/html');
}

/** Cursors expire: an old link to a later page redirects to the first page. */
function firstPage(route: Route, { parameters, query }: Asked, error: unknown, { root }: Site): Reply {
  const stale = error instanceof ArgumentError && /after$/i.test(error.argument) && error.message.startsWith('Invalid');
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !/after$/i.test(name)));
  if (!stale || Object.keys(rest).length === Object.keys(query).length) throw error;
  return createReply(302, { location: root + urlPathOf(route, { parameters, query: rest }) }, '');
}
