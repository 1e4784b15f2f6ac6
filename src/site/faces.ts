// The site: pages for everybody, each made of one persisted operation and remembered whole, like any other answer.
import { getOperationAST, getVariableValues } from 'graphql';
import { ArgumentError, errors } from '../errors.js';
import { causeOf } from '../graphql/locate.js';
import { schema } from '../graphql/schema.js';
import { createAnswer, replyOf } from '../http/answer.js';
import type { Call } from '../http/call.js';
import { ELSEWHERE, type Face } from '../http/face.js';
import { READ_METHODS } from '../http/methods.js';
import { createReply, type Reply } from '../http/reply.js';
import type { PersistedOperation } from '../persisted/persisted.js';
import type { Runner } from '../persisted/run.js';
import { assets } from './assets.js';
import { errorPage } from './pages/error.js';
import { robotsText } from './programs/sitemap.js';
import type { Asked, Route, Site } from './route.js';
import { ROUTES } from './routes.js';
import { PAGE_HEADERS } from './security-headers.js';

export type SiteOptions = {
  operations: PersistedOperation[];
  runner: Runner;
  /** Where the site is said to be; null means at the address of the request. */
  siteUrl: string | null;
  /** Whether it is served here. */
  site: boolean;
};

const ABOUT_PAGES = { 'cache-control': 'public, no-cache', ...PAGE_HEADERS };

export function siteFaces({ operations, runner, siteUrl }: SiteOptions): Face[] {
  const byName = new Map(operations.map((operation) => [operation.name, { ...operation, ownKeys: true }]));
  const siteOf = (call: Call, address: string): Site => ({
    root: new URL(call.baseUrl).pathname.replace(/\/$/, ''),
    url: siteUrl ?? call.baseUrl,
    address,
  });
  const common: Pick<Face, 'methods' | 'access' | 'form' | 'slash' | 'refusal'> = {
    methods: READ_METHODS,
    access: 'visitor',
    form: 'rest',
    slash: 'redirected',
    refusal: (error, call) => {
      const { type, text } = errorPage(error, siteOf(call, ''));
      return createReply(
        error.status,
        { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': type, ...error.headers },
        text,
      );
    },
  };

  function pageFace(route: Route): Face {
    const operation = byName.get(route.operation);
    if (!operation) throw new Error(`${route.path} has no operation ${route.operation}`);
    const definitions = getOperationAST(operation.document)?.variableDefinitions ?? [];
    return {
      ...common,
      path: route.path,
      async answer(call, encoded) {
        const asked = askedOf(route, call, encoded);
        const { coerced, errors: wrong } = getVariableValues(schema, definitions, given(route.variables(asked)));
        if (!coerced) throw errors.badRequest(inWords(wrong[0]?.message ?? ''));
        const address = addressOf(route, asked);
        const site = siteOf(call, address);
        const question = { operation, variables: coerced, key: `page ${site.url} ${call.baseUrl} ${address}`, call };
        try {
          const answer = await runner.answer(question, ({ data, errors: failed }) => {
            if (failed?.[0]) throw causeOf(failed[0]);
            const made = route.make(data, asked, site);
            if (!made) throw errors.unknownPath();
            const about = { route: route.path, operation: route.operation, open: true };
            return createAnswer(about, [made.text], { 'content-type': made.type }, ABOUT_PAGES);
          });
          return await replyOf(answer, call);
        } catch (error) {
          return firstPage(route, asked, error, site);
        }
      },
    };
  }

  const nowhere: Face = {
    ...common,
    path: ELSEWHERE,
    name: 'other',
    when: wantsPage,
    answer: async () => {
      throw errors.unknownPath();
    },
  };
  const robots: Face = {
    ...common,
    path: '/robots.txt',
    access: 'public',
    answer: async (call) =>
      createReply(200, { 'content-type': 'text/plain; charset=utf-8' }, robotsText(siteUrl ?? call.baseUrl)),
  };
  return [...ROUTES.map(pageFace), ...assets(), robots, nowhere];
}

/** A browser that has gone astray; programs that look for data are told in their own form. */
function wantsPage(call: Call): boolean {
  const path = call.url?.pathname ?? '';
  return !/^\/(api|graphql|health|metrics)(\/|$)/.test(path) && (call.header('accept') ?? '').includes('text/html');
}

function askedOf({ query }: Route, { url }: Call, encoded: Record<string, string>): Asked {
  try {
    const parameters = Object.entries(encoded).map(([name, value]) => [name, decodeURIComponent(value)]);
    const values = query.map((name) => [name, url?.searchParams.get(name)?.trim() ?? '']);
    return {
      parameters: Object.fromEntries(parameters),
      query: Object.fromEntries(values.filter(([, value]) => value !== '')),
    };
  } catch {
    throw errors.unknownPath();
  }
}

/** What GraphQL says of a variable, for people who have never heard of it. */
function inWords(message: string): string {
  const [, name, value] = /^Variable "\$(\w+)" got invalid value (.+?);/s.exec(message) ?? [];
  return name === undefined ? message : `${name} cannot be ${value}`;
}

/** Numbers are numbers, and what is not there is left out. */
function given(variables: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value != null));
}

/** One spelling of each: parameters of the query in their order, empty ones left out. */
function addressOf({ path }: Route, { parameters, query }: Asked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Where a page began expires: one that was linked long ago leads to the first of them. */
function firstPage(route: Route, { parameters, query }: Asked, error: unknown, { root }: Site): Reply {
  const stale = error instanceof ArgumentError && /after$/i.test(error.argument) && error.message.startsWith('Invalid');
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !/after$/i.test(name)));
  if (!stale || Object.keys(rest).length === Object.keys(query).length) throw error;
  return createReply(302, { location: root + addressOf(route, { parameters, query: rest }) }, '');
}
