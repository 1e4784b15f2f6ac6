// A tournament as structured data for search engines: schema.org's SportsEvent.
import { tournamentAt } from '../components/addresses.js';
import type { TournamentCardFragment } from '../operations.generated.js';

export function sportsEvent(tournament: TournamentCardFragment, siteUrl: string): object {
  const { slug, name, startDate, endDate, city, country, organizer } = tournament;
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name,
    sport: 'Tabletop wargaming',
    eventStatus: 'https://schema.org/EventScheduled',
    url: siteUrl + tournamentAt(slug),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...((city || country) && {
      location: {
        '@type': 'Place',
        name: city ?? country,
        address: {
          '@type': 'PostalAddress',
          ...(city && { addressLocality: city }),
          ...(country && { addressCountry: country }),
        },
      },
    }),
    ...(organizer && { organizer: { '@type': 'SportsOrganization', name: organizer.name, url: organizer.url } }),
  };
}
