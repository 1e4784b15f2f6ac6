import { documentOf } from './components/document.js';
import { type Route, type RouteOptions, route, type View } from './route.js';

/** A route whose result is rendered as an HTML page; filtered and later ones are not for search engines. */
export function page<Query, Variables>(options: RouteOptions<Query, Variables, View | null>): Route {
  const { view, ...rest } = options;
  return route<Query, Variables>({
    ...rest,
    view(data, asked, site) {
      const seen = view(data, asked, site);
      return seen && documentOf({ unlisted: Object.keys(asked.query).length > 0, ...seen }, site);
    },
  });
}

/** Parses a whole number; any other text is passed on, so that the schema rejects it. */
export function wholeNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : text;
}
