// Requests for a page, from a visitor or from a stream that reports the page's changes.
import { getOperationAST, getVariableValues } from 'graphql';
import { giveWay } from '../entrance/event-loop.js';
import { errors } from '../errors.js';
import { causeOf } from '../graphql/document/locate.js';
import { schema } from '../graphql/schema/schema.js';
import { type Answer, alwaysHeaders, createAnswer } from '../http/answer.js';
import type { Call } from '../http/call.js';
import type { Remembered } from '../invalidation/cache.js';
import type { PersistedOperation } from '../operations/persisted.js';
import type { Runner, RunRequest } from '../operations/run.js';
import type { Brand } from './brand.js';
import type { Asked, RenderedBody, Route, Site } from './route.js';
import { LIVE_HEADERS, PAGE_HEADERS } from './security-headers.js';

export type AskOptions = {
  operations: PersistedOperation[];
  runner: Runner;
  /** Public URL of the site; null means the base URL of the request. */
  siteUrl: string | null;
  brand: Brand;
};

export type PageQuestion = {
  asked: Asked;
  site: Site;
  /** Identical for all requests for the same page. */
  key: string;
  ask(call: Call, options?: Pick<RunRequest, 'repeatable'>): Promise<Remembered<Answer>>;
  /** Cursor of the piece that follows this answer; null if it is the last or the only one. */
  nextOf(answer: Answer): string | null;
};

export function createAskPage({ operations, runner, ...where }: AskOptions): (route: Route) => AskPageAt {
  const byName = new Map(operations.map((operation) => [operation.name, { ...operation, keysOnly: true }]));
  return (route) => {
    const operation = byName.get(route.operation);
    if (!operation) throw new Error(`${route.path} has no operation ${route.operation}`);
    const cursors = new WeakMap<Answer, string | null>();
    const definitions = getOperationAST(operation.document)?.variableDefinitions ?? [];
    return (call, url, encoded, after) => {
      const asked = { ...askedOf(route, url, encoded), after };
      const { coerced, errors: wrong } = getVariableValues(schema, definitions, given(route.variables(asked)));
      if (!coerced) throw errors.badRequest(inWords(wrong[0]?.message ?? ''));
      const address = urlPathOf(route, asked);
      const site = siteOf(call, where, address);
      const key = `page ${site.url} ${call.baseUrl} ${address}${after === undefined ? '' : ` ${after}`}`;
      return {
        asked,
        site,
        key,
        ask: (of, options = {}) =>
          runner.ask({ operation, variables: coerced, key, call: of, ...options }, async ({ data, errors: failed }) => {
            if (failed?.[0]) throw causeOf(failed[0]);
            const made = route.make(data, asked, site);
            if (!made) throw errors.unknownPath();
            const about = { route: route.path, operation: route.operation, open: true };
            const answer = createAnswer(
              about,
              await whole(made),
              ['content-type', made.type],
              made.live ? LIVE : STILL,
            );
            if (route.next) cursors.set(answer, route.next(data));
            return answer;
          }),
        nextOf: (answer) => cursors.get(answer) ?? null,
      };
    };
  };
}

async function whole({ text, rest = [] }: RenderedBody): Promise<string[]> {
  const pieces = [text];
  for (const piece of rest) {
    pieces.push(piece);
    await giveWay();
  }
  return pieces;
}

/** `after` is the cursor of the rows before, for a later piece of a table. */
export type AskPageAt = (call: Call, url: URL | null, encoded: Record<string, string>, after?: string) => PageQuestion;

const STILL = alwaysHeaders({ 'cache-control': 'public, no-cache', ...PAGE_HEADERS });
const LIVE = alwaysHeaders({ 'cache-control': 'public, no-cache', ...LIVE_HEADERS });

type Where = Pick<AskOptions, 'siteUrl' | 'brand'>;

export const siteOf = (call: Call, { siteUrl, brand }: Where, address: string): Site => ({
  root: new URL(call.baseUrl).pathname.replace(/\/$/, ''),
  url: siteUrl ?? call.baseUrl,
  address,
  brand,
});

function askedOf({ query }: Route, url: URL | null, encoded: Record<string, string>): Asked {
  const repeated = query.find((name) => (url?.searchParams.getAll(name) ?? []).length > 1);
  if (repeated !== undefined) throw errors.repeated(repeated);
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

/** Rewords GraphQL's message about an invalid variable for visitors. */
function inWords(message: string): string {
  const [, name, value] = /^Variable "\$(\w+)" got invalid value (.+?);/s.exec(message) ?? [];
  return name === undefined ? message : `${name} cannot be ${value}`;
}

/** Drops null and undefined variables, so that the operation's defaults apply. */
function given(variables: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value != null));
}

/** Canonical address of a page: query parameters in the route's order, empty ones omitted. */
export function urlPathOf({ path }: Route, { parameters, query }: Asked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
