// An endpoint: what answers at a path.
import type { ApiError } from '../errors.js';
import { getOrMake } from '../helpers/get-or-make.js';
import type { Call } from './call.js';
import { READ_METHODS } from './methods.js';
import type { Reply } from './reply.js';

export const GRAPHQL_PATH = '/graphql';

export type Endpoint = {
  /** Such as `/api/v1/clubs/{slug}`. */
  path: string;
  /** Name in log and metrics, if not the path. */
  name?: string;
  /** Which requests to this path it answers, if not all. */
  when?(call: Call): boolean;
  methods: readonly string[];
  /**
   * With `key`, the caller is charged, and refused when there is no room. With `visitor`, no key is needed and the
   * network address is charged. With `public`, nothing is charged.
   */
  access: 'key' | 'visitor' | 'public';
  /** Format of its errors. */
  form: 'rest' | 'graphql';
  /** How long it may wait for a change, in addition to the request timeout. */
  waitsMs?: number;
  /** Builds the reply for an error, instead of `form`. */
  refusal?(error: ApiError, call: Call): Reply;
  /** `parameters` are the values in the path by name, still percent-encoded. */
  handle(call: Call, parameters: Record<string, string>): Promise<Reply>;
};

/** An endpoint for reading that needs no key. */
export const publicEndpoint = (path: string, handle: Endpoint['handle']): Endpoint => ({
  path,
  methods: READ_METHODS,
  access: 'public',
  form: 'rest',
  handle,
});

/** Finds the endpoint of a request and the parameters in its path; null if there is none. */
export type EndpointAt = (call: Call) => Match | null;
export type Match = { endpoint: Endpoint; parameters: Record<string, string>; slashed: boolean };

/** Of several endpoints that match, the first answers. */
export function createEndpointAt(endpoints: readonly Endpoint[]): EndpointAt {
  const byExactPath = new Map<string, Endpoint[]>();
  const patterns: { endpoint: Endpoint; beginning: string; pattern: RegExp }[] = [];
  for (const endpoint of endpoints) {
    if (!endpoint.path.includes('{')) getOrMake(byExactPath, endpoint.path, () => []).push(endpoint);
    else {
      const pattern = new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
      patterns.push({ endpoint, beginning: endpoint.path.replace(/\{.*/, ''), pattern });
    }
  }
  return (call) => {
    const pathname = call.url?.pathname ?? '';
    const path = withoutSlash(pathname);
    const slashed = path !== pathname;
    const exact = firstOf(byExactPath.get(path), call);
    if (exact) return { endpoint: exact, parameters: {}, slashed };
    for (const { endpoint, beginning, pattern } of patterns) {
      // Most do not match, and the prefix check finds that sooner than the pattern.
      const found = path.startsWith(beginning) ? pattern.exec(path) : null;
      if (found) return { endpoint, parameters: { ...found.groups }, slashed };
    }
    const elsewhere = firstOf(byExactPath.get(ELSEWHERE), call);
    return elsewhere ? { endpoint: elsewhere, parameters: {}, slashed: false } : null;
  };
}

const firstOf = (endpoints: readonly Endpoint[] = [], call: Call): Endpoint | undefined =>
  endpoints.find((endpoint) => endpoint.when?.(call) ?? true);

/** Path of an endpoint that answers when no other matches. */
export const ELSEWHERE = '*';

/** A trailing slash is not part of a path. */
export function withoutSlash(pathname: string): string {
  return /[^/]\/$/.test(pathname) ? pathname.slice(0, -1) : pathname;
}
