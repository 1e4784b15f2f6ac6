import { withQuery } from '../components/addresses.js';
import { choice, type Field } from '../components/filter-form.js';
import { Link } from '../components/link.js';
import { Listing } from '../components/listing.js';
import { clubField, locationFields } from '../components/location-fields.js';
import { Onward } from '../components/section.js';
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
    after,
    first: 24,
    onNow: hasOnNowApart(query) && !after,
  }),
  view: ({ tournaments: { nodes, nextCursor }, ongoing, ...choices }, { query }) => ({
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
        label="Which tournaments"
        fields={fieldsFor(choices)}
        query={query}
        next={nextCursor}
        none="No tournament found."
      >
        {nodes.length === 0 && !ongoing?.nodes.length ? null : (
          <Cards ongoing={ongoing} others={hasOnNowApart(query) ? nodes.filter(isNotOn) : nodes} query={query} />
        )}
      </Listing>
    ),
  }),
});

/** In the default order, those that are on now come before all others, on the first page. */
const hasOnNowApart = ({ status, orderBy }: Record<string, string>) => status === undefined && orderBy === undefined;

type Tournament = TournamentsPageQuery['tournaments']['nodes'][number];

const isNotOn = ({ status }: Tournament) => status !== 'ongoing';

type CardsProps = {
  ongoing: TournamentsPageQuery['ongoing'];
  others: readonly Tournament[];
  query: Record<string, string>;
};

function Cards({ ongoing, others, query }: CardsProps) {
  if (!ongoing?.nodes.length) return <TournamentCards tournaments={others} level={2} />;
  return (
    <>
      <h2>On now</h2>
      <TournamentCards tournaments={ongoing.nodes} />
      {ongoing.nextCursor && <Onward to={withQuery(PATH, { ...query, status: 'ongoing' })}>All that are on now</Onward>}
      {others.length > 0 && (
        <>
          <h2>Upcoming and finished</h2>
          <TournamentCards tournaments={others} />
        </>
      )}
    </>
  );
}
