import { withQuery } from '../components/addresses.js';
import { choice, type Field } from '../components/filter-form.js';
import { Link } from '../components/link.js';
import { Listing } from '../components/listing.js';
import { clubField, locationFields } from '../components/location-fields.js';
import { Onward, Section } from '../components/section.js';
import { TournamentCards } from '../components/tournament-card.js';
import type { TournamentsPageQuery, TournamentsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

const PATH = '/tournaments';

type Choices = Pick<TournamentsPageQuery, 'factions' | 'countries' | 'locations' | 'clubs'>;

const fieldsFor = ({ factions, clubs, ...choices }: Choices): Field[] => [
  { name: 'text', label: 'Name', kind: 'text', hint: 'part of a name' },
  choice('status', 'Status', 'Any', Object.entries({ planned: 'Upcoming', ongoing: 'On now', finished: 'Finished' })),
  ...locationFields(choices),
  clubField(clubs.nodes),
  { name: 'battlePack', label: 'Battle pack', kind: 'text', hint: 'name of a pack' },
  choice(
    'factionSlug',
    'Faction played',
    'Any',
    factions.nodes.map(({ slug, name }) => [slug, name]),
  ),
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'Until', kind: 'date' },
  choice(
    'orderBy',
    'Order',
    'Newest first',
    Object.entries({ earliest: 'Earliest first', largest: 'Largest first', alphabetical: 'By name' }),
  ),
];

const NONE: Choices = { factions: { nodes: [] }, countries: [], locations: [], clubs: { nodes: [] } };

export const tournamentsPage = page<TournamentsPageQuery, TournamentsPageQueryVariables>({
  path: PATH,
  operation: 'TournamentsPage',
  query: [...fieldsFor(NONE).map(({ name }) => name), 'faction', 'after'],
  variables: ({ query: { after, ...query } }) => ({
    ...query,
    ...(isByStatus(query) && { status: 'finished' as const }),
    after,
    first: 24,
    onNow: isByStatus(query) && !after,
  }),
  view: ({ tournaments: { nodes, nextCursor }, ongoing, planned, ...choices }, { query }) => ({
    title: 'Tournaments',
    description: 'Every tournament: where, when, who won, by name, country, club, battle pack, status and date.',
    section: 'tournaments',
    alternates: [{ type: 'text/calendar', title: 'Tournaments', path: '/tournaments.ics' }],
    main: (
      <Listing
        name="Tournaments"
        lead={
          <>
            Where, when and who won. Upcoming tournaments are also available{' '}
            <Link to="/tournaments.ics">as a calendar</Link>.
          </>
        }
        path={PATH}
        label="Filter tournaments"
        fields={fieldsFor(choices)}
        query={query}
        next={nextCursor}
        none="No tournament found."
      >
        {nodes.length === 0 && !ongoing?.nodes.length && !planned?.nodes.length ? null : (
          <Cards ongoing={ongoing} planned={planned} others={nodes} query={query} />
        )}
      </Listing>
    ),
  }),
});

/** In the default order, what is on now comes first, then what comes next, both on the first page; then what is over. */
const isByStatus = ({ status, orderBy }: Record<string, string>) => status === undefined && orderBy === undefined;

type CardsProps = {
  ongoing: TournamentsPageQuery['ongoing'];
  planned: TournamentsPageQuery['planned'];
  others: TournamentsPageQuery['tournaments']['nodes'];
  query: Record<string, string>;
};

function Cards({ ongoing, planned, others, query }: CardsProps) {
  if (!ongoing?.nodes.length && !planned?.nodes.length) return <TournamentCards tournaments={others} level={2} />;
  const coming = (planned?.nodes ?? []).toSorted((a, b) => Number(a.startDate === null) - Number(b.startDate === null));
  const all = (status: string) => withQuery(PATH, { ...query, status });
  return (
    <>
      <Part name="On now" tournaments={ongoing?.nodes ?? []} />
      {ongoing?.nextCursor && <Onward to={all('ongoing')}>All that are on now</Onward>}
      <Part name="Coming up" tournaments={coming} />
      {planned?.nextCursor && <Onward to={all('planned')}>All that are coming up</Onward>}
      <Part name="Finished" tournaments={others} />
    </>
  );
}

const Part = ({ name, ...rest }: { name: string } & Parameters<typeof TournamentCards>[0]) =>
  rest.tournaments.length > 0 && (
    <Section name={name}>
      <TournamentCards {...rest} />
    </Section>
  );
