// What is at an address of the site: one persisted operation, and what its result looks like.
import type { ComponentChildren } from 'preact';

export type Asked = {
  /** What stands in the path for each parameter, decoded. */
  parameters: Record<string, string>;
  /** Those of the query that the route knows and that are not empty. */
  query: Record<string, string>;
};

export type Site = {
  /** The path below which the service is served; empty, or without a slash at the end. */
  root: string;
  /** Where the site is, for addresses that leave the page; no slash at the end. */
  url: string;
  /** Of this page: its path and query. */
  address: string;
};

/** What goes over the wire. */
export type Made = { type: string; text: string /** Whether it keeps itself up to date. */; live?: boolean };

export type Section = 'tournaments' | 'players' | 'clubs' | 'factions' | 'ratings' | 'search';

/** What is on a page, and what is said of it elsewhere. */
export type View = {
  title: string;
  description: string;
  section?: Section;
  main: ComponentChildren;
  /** As search engines read it; see schema.org. */
  about?: object;
  /** The same for programs. */
  alternates?: { type: string; title: string; path: string }[];
  /** Pages of filters and the like are not worth finding. */
  unlisted?: boolean;
  /** It shows something that is running, and keeps itself up to date. */
  live?: boolean;
};

export type Route = {
  path: string;
  operation: string;
  /** The names it takes in the query of the address. */
  query: readonly string[];
  /** Whether it can be watched (see live.ts). */
  live: boolean;
  variables(asked: Asked): Record<string, unknown>;
  /** Null when there is no such page. */
  make(data: unknown, asked: Asked, site: Site): Made | null;
};

export type RouteOptions<Query, Variables, Result> = {
  path: string;
  operation: string;
  query?: readonly string[];
  live?: boolean;
  /** Word for word from the address where they are not texts: they are checked like any caller's. */
  variables(asked: Asked): { [Name in keyof Variables]: Variables[Name] | string | null | undefined };
  view(data: Query, asked: Asked, site: Site): Result;
};

export function route<Query, Variables>(options: RouteOptions<Query, Variables, Made | null>): Route {
  const { path, operation, query = [], live = false, variables, view } = options;
  return { path, operation, query, live, variables, make: (data, asked, site) => view(data as Query, asked, site) };
}
