// How a page is asked for: by a visitor, or by a stream that tells of its changes.
import { getOperationAST, getVariableValues } from 'graphql';
import { errors } from '../errors.js';
import { causeOf } from '../graphql/locate.js';
import { schema } from '../graphql/schema.js';
import { createTopics } from '../graphql/topics.js';
import { type Answer, createAnswer } from '../http/answer.js';
import type { Call } from '../http/call.js';
import type { PersistedOperation } from '../persisted/persisted.js';
import type { Question, Runner } from '../persisted/run.js';
import type { Asked, Route, Site } from './route.js';
import { LIVE_HEADERS, PAGE_HEADERS } from './security-headers.js';

export type AskOptions = {
  operations: PersistedOperation[];
  runner: Runner;
  /** Where the site is said to be; null means at the address of the request. */
  siteUrl: string | null;
};

export type PageQuestion = {
  asked: Asked;
  site: Site;
  /** The same for all who ask for the same page. */
  key: string;
  /** What it is made of. */
  topics: string[];
  answer(call: Call, options?: Pick<Question, 'repeatable'>): Promise<Answer>;
};

export function createAskPage({ operations, runner, siteUrl }: AskOptions): (route: Route) => AskPageAt {
  const byName = new Map(operations.map((operation) => [operation.name, { ...operation, ownKeys: true }]));
  return (route) => {
    const operation = byName.get(route.operation);
    if (!operation) throw new Error(`${route.path} has no operation ${route.operation}`);
    const definitions = getOperationAST(operation.document)?.variableDefinitions ?? [];
    const topicsOf = createTopics(schema, operation.document);
    return (call, url, encoded) => {
      const asked = askedOf(route, url, encoded);
      const { coerced, errors: wrong } = getVariableValues(schema, definitions, given(route.variables(asked)));
      if (!coerced) throw errors.badRequest(inWords(wrong[0]?.message ?? ''));
      const address = addressOf(route, asked);
      const site = siteOf(call, siteUrl, address);
      const key = `page ${site.url} ${call.baseUrl} ${address}`;
      return {
        asked,
        site,
        key,
        topics: topicsOf(coerced),
        answer: (of, options = {}) =>
          runner.answer({ operation, variables: coerced, key, call: of, ...options }, ({ data, errors: failed }) => {
            if (failed?.[0]) throw causeOf(failed[0]);
            const made = route.make(data, asked, site);
            if (!made) throw errors.unknownPath();
            const about = { route: route.path, operation: route.operation, open: true };
            return createAnswer(about, [made.text], { 'content-type': made.type }, made.live ? LIVE : STILL);
          }),
      };
    };
  };
}

export type AskPageAt = (call: Call, url: URL | null, encoded: Record<string, string>) => PageQuestion;

const STILL = { 'cache-control': 'public, no-cache', ...PAGE_HEADERS };
const LIVE = { 'cache-control': 'public, no-cache', ...LIVE_HEADERS };

export const siteOf = (call: Call, siteUrl: string | null, address: string): Site => ({
  root: new URL(call.baseUrl).pathname.replace(/\/$/, ''),
  url: siteUrl ?? call.baseUrl,
  address,
});

function askedOf({ query }: Route, url: URL | null, encoded: Record<string, string>): Asked {
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
export function addressOf({ path }: Route, { parameters, query }: Asked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
