// What search engines are told.
import { clubAt, playerAt, stageAt, tournamentAt } from '../components/addresses.js';
import type { SitemapQuery, SitemapQueryVariables } from '../operations.generated.js';
import { route } from '../route.js';
import { XML_HEAD, xml } from './xml.js';

export const sitemap = route<SitemapQuery, SitemapQueryVariables>({
  path: '/sitemap.xml',
  operation: 'Sitemap',
  variables: () => ({}),
  view({ tournaments, clubs, players }, _asked, { url }) {
    const paths = [
      '/',
      '/tournaments',
      '/clubs',
      '/players',
      ...tournaments.nodes.flatMap(({ slug, stages }) => [
        tournamentAt(slug),
        ...stages.map(({ stageId }) => stageAt(slug, stageId)),
      ]),
      ...clubs.nodes.map(({ slug }) => clubAt(slug)),
      ...players.nodes.map(({ publicId }) => playerAt(publicId)),
    ];
    const entries = paths.map((path) => `<url><loc>${xml(url + path)}</loc></url>\n`).join('');
    const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
    return {
      type: 'application/xml; charset=utf-8',
      text: `${XML_HEAD}<urlset xmlns="${namespace}">\n${entries}</urlset>\n`,
    };
  },
});

/** Filters and searches lead to pages that are found without them. */
export const robotsText = (siteUrl: string) => `User-agent: *
Disallow: /search
Disallow: /*?
Disallow: /graphql
Disallow: /api/

Sitemap: ${siteUrl}/sitemap.xml
`;
