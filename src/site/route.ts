// A route of the site: one persisted operation, and how its result is rendered.
import type { ComponentChildren } from 'preact';
import type { Brand } from './brand.js';

export type Asked = {
  /** Path parameters, decoded. */
  parameters: Record<string, string>;
  /** Query parameters that the route accepts, without empty ones. */
  query: Record<string, string>;
  /** Cursor of the rows before, in a later piece of a table. */
  after?: string | undefined;
};

export type Site = {
  /** Path prefix under which the service is served; empty, or without a trailing slash. */
  root: string;
  /** Public URL of the site, for absolute addresses; without a trailing slash. */
  url: string;
  /** Path and query of this page. */
  address: string;
  brand: Brand;
};

/** A response body; `live` is true when the page updates itself. */
export type RenderedBody = {
  type: string;
  text: string;
  /** What follows the text, in pieces that each take a few milliseconds to render. */
  rest?: Iterable<string>;
  live?: boolean;
};

export type Section = 'tournaments' | 'players' | 'clubs' | 'factions' | 'ratings' | 'search';

/** Content and metadata of a page. */
export type View = {
  title: string;
  description: string;
  section?: Section;
  main: ComponentChildren;
  /** Structured data for search engines; see schema.org. */
  about?: object;
  /** The same data in machine-readable formats. */
  alternates?: { type: string; title: string; path: string }[];
  /** True for filtered pages and the like, which search engines should not index. */
  unlisted?: boolean;
  /** True when the page shows a running tournament and updates itself. */
  live?: boolean;
};

export type Route = {
  path: string;
  operation: string;
  /** Names of the query parameters that the route accepts. */
  query: readonly string[];
  /** Whether the page can be watched (see live.ts). */
  live: boolean;
  variables(asked: Asked): Record<string, unknown>;
  /** Returns null when there is no such page. */
  make(data: unknown, asked: Asked, site: Site): RenderedBody | null;
  /** Of a table that is sent whole, in pieces: the cursor of the next piece, null after the last. */
  next: ((data: unknown) => string | null) | null;
};

export type RouteOptions<Query, Variables, Result> = {
  path: string;
  operation: string;
  query?: readonly string[];
  live?: boolean;
  /** Variables that are not strings may be text from the address; they are validated like those of any caller. */
  variables(asked: Asked): { [Name in keyof Variables]: Variables[Name] | string | null | undefined };
  view(data: Query, asked: Asked, site: Site): Result;
  next?(data: Query): string | null;
};

export function route<Query, Variables>(options: RouteOptions<Query, Variables, RenderedBody | null>): Route {
  const { path, operation, query = [], live = false, variables, view, next } = options;
  return {
    path,
    operation,
    query,
    live,
    variables,
    make: (data, asked, site) => view(data as Query, asked, site),
    next: next ? (data) => next(data as Query) : null,
  };
}
