// The latest results as a feed (RFC 4287). Timestamps are dates of tournaments, so that the bytes change only with the
// data.
import { tournamentAt } from '../components/addresses.js';
import { daysInWords } from '../components/day.js';
import { REMOVED } from '../components/link.js';
import { locationOf, plural, wonBy } from '../components/words.js';
import type { FeedQuery, FeedQueryVariables, TournamentCardFragment } from '../operations.generated.js';
import { route, type Site } from '../route.js';
import { XML_HEAD, xml } from './xml.js';

export const feed = route<FeedQuery, FeedQueryVariables>({
  path: '/feed.atom',
  operation: 'Feed',
  variables: () => ({}),
  view({ tournaments: { nodes } }, _asked, site) {
    const updated = nodes.map(dayOf).sort().at(-1) ?? EPOCH;
    const head = [
      `<title>${xml(site.brand.name)}</title>`,
      '<subtitle>Tournaments as they finish</subtitle>',
      `<id>${xml(site.url)}/</id>`,
      `<link rel="alternate" type="text/html" href="${xml(site.url)}/"/>`,
      `<link rel="self" type="application/atom+xml" href="${xml(site.url)}/feed.atom"/>`,
      `<updated>${updated}T00:00:00Z</updated>`,
      `<author><name>${xml(site.brand.name)}</name></author>`,
    ];
    const entries = nodes.map((tournament) => entry(tournament, site));
    return {
      type: 'application/atom+xml; charset=utf-8',
      text: `${XML_HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n${[...head, ...entries].join('\n')}\n</feed>\n`,
    };
  },
});

const EPOCH = '1970-01-01';

const dayOf = ({ startDate, endDate }: TournamentCardFragment) => endDate ?? startDate ?? EPOCH;

function entry(tournament: TournamentCardFragment, { url }: Site): string {
  const { slug, name, playerCount } = tournament;
  const address = xml(url + tournamentAt(slug));
  const facts = [daysInWords(tournament), locationOf(tournament), plural(playerCount, 'player')];
  return [
    '<entry>',
    `<title>${xml(name)}</title>`,
    `<id>${address}</id>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    `<updated>${dayOf(tournament)}T00:00:00Z</updated>`,
    `<summary>${xml([wonBy(tournament, REMOVED), `${facts.filter(Boolean).join(', ')}.`].filter(Boolean).join(' '))}</summary>`,
    '</entry>',
  ].join('\n');
}
