// From a path to its route. A slash at the end is forgiven.
import type { Route } from './routes.js';

export type Match = {
  route: Route;
  /** What stands in the path for each parameter, still encoded. */
  path: Record<string, string>;
};

export function createRouter(routes: Route[]): (path: string) => Match | null {
  const matchers = routes.map((route) => ({
    route,
    beginning: route.path.replace(/\{.*/, ''),
    pattern: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`),
  }));
  return (path) => {
    for (const { route, beginning, pattern } of matchers) {
      // Most routes are not meant, which is said sooner without the pattern.
      if (!path.startsWith(beginning)) continue;
      const found = pattern.exec(path);
      if (found) return { route, path: { ...found.groups } };
    }
    return null;
  };
}
