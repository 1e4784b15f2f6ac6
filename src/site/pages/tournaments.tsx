import type { Field } from '../components/filter-form.js';
import { Link } from '../components/link.js';
import { Listing } from '../components/listing.js';
import { TournamentCard } from '../components/tournament-card.js';
import type { TournamentsPageQuery, TournamentsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

const PATH = '/tournaments';

type Factions = TournamentsPageQuery['factions']['nodes'];

const fieldsFor = (factions: Factions): Field[] => [
  { name: 'text', label: 'Name', kind: 'text', hint: 'part of a name' },
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    choices: [
      ['', 'Any'],
      ['planned', 'Upcoming'],
      ['ongoing', 'On now'],
      ['finished', 'Finished'],
    ],
  },
  { name: 'country', label: 'Country', kind: 'text', hint: 'e.g. Poland' },
  { name: 'battlePack', label: 'Battle pack', kind: 'text', hint: 'name of a pack' },
  {
    name: 'factionSlug',
    label: 'Faction played',
    kind: 'choice',
    choices: [['', 'Any'], ...factions.map(({ slug, name }): [string, string] => [slug, name])],
  },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'Until', kind: 'date' },
  {
    name: 'orderBy',
    label: 'Order',
    kind: 'choice',
    choices: [
      ['', 'Newest first'],
      ['earliest', 'Earliest first'],
      ['largest', 'Largest first'],
      ['alphabetical', 'By name'],
    ],
  },
];

export const tournamentsPage = page<TournamentsPageQuery, TournamentsPageQueryVariables>({
  path: PATH,
  operation: 'TournamentsPage',
  query: [...fieldsFor([]).map(({ name }) => name), 'faction', 'club', 'after'],
  variables: ({ query }) => ({ ...query, first: 24 }),
  view: ({ tournaments: { nodes, nextCursor }, factions }, { query }) => ({
    title: 'Tournaments',
    description: 'Every tournament: where, when, who won, by name, country, club, battle pack, status and date.',
    section: 'tournaments',
    unlisted: Object.keys(query).length > 0,
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
        fields={fieldsFor(factions.nodes)}
        query={query}
        next={nextCursor}
        none="No tournament found."
      >
        {nodes.length === 0 ? null : (
          <ul class="cards">
            {nodes.map((tournament) => (
              <TournamentCard key={tournament.slug} tournament={tournament} level={2} />
            ))}
          </ul>
        )}
      </Listing>
    ),
  }),
});
