// The sitemap for search engines: an index, and files that list every page.
import { FOLDERS } from '../../graphql/read/site-url.js';
import { SECTIONS } from '../components/sections.js';
import type {
  SitemapPartQuery,
  SitemapPartQueryVariables,
  SitemapQuery,
  SitemapQueryVariables,
} from '../operations.generated.js';
import { type RenderedBody, type Route, route } from '../route.js';
import { XML_HEAD, xml } from './xml.js';

/** Pages that do not belong to a single record. */
export const PAGES_FILE = '/sitemap/pages.xml';
const PAGES = ['/', ...SECTIONS.map(({ path }) => path), '/method', '/developers', '/developers/guide'];

export const sitemap = route<SitemapQuery, SitemapQueryVariables>({
  path: '/sitemap.xml',
  operation: 'Sitemap',
  variables: () => ({}),
  view({ sitemap: parts }, _asked, { url }) {
    const files = parts.map(({ kind, from }) => `/sitemap/${FOLDERS[kind]}/${encodeURIComponent(from)}.xml`);
    return listOf(
      'sitemapindex',
      'sitemap',
      [PAGES_FILE, ...files].map((path) => url + path),
    );
  },
});

export const sitemapParts: readonly Route[] = Object.entries(FOLDERS).map(([kind, folder]) =>
  route<SitemapPartQuery, SitemapPartQueryVariables>({
    path: `/sitemap/${folder}/{start}.xml`,
    operation: 'SitemapPart',
    variables: ({ parameters: { start = '' } }) => ({ kind, start }),
    view: ({ sitemapPart: { urls } }) => (urls.length === 0 ? null : listOf('urlset', 'url', urls)),
  }),
);

export const pagesOfSitemap = (siteUrl: string): RenderedBody =>
  listOf(
    'urlset',
    'url',
    PAGES.map((path) => siteUrl + path),
  );

function listOf(list: 'urlset' | 'sitemapindex', entry: 'url' | 'sitemap', urls: readonly string[]): RenderedBody {
  const entries = urls.map((url) => `<${entry}><loc>${xml(url)}</loc></${entry}>\n`).join('');
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  return {
    type: 'application/xml; charset=utf-8',
    text: `${XML_HEAD}<${list} xmlns="${namespace}">\n${entries}</${list}>\n`,
  };
}

/** Filtered and search pages are excluded: what they list is reachable without them. */
export const robots = (siteUrl: string): RenderedBody => ({
  type: 'text/plain; charset=utf-8',
  text: `User-agent: *
Disallow: /search
Disallow: /*?
Disallow: /graphql
Disallow: /api/

Sitemap: ${siteUrl}/sitemap.xml
`,
});
