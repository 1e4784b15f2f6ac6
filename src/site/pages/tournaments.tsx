import { type Field, FilterForm } from '../components/filter-form.js';
import { Link } from '../components/link.js';
import { Paging } from '../components/paging.js';
import { TournamentCard } from '../components/tournament-card.js';
import type { TournamentsPageQuery, TournamentsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page.js';

const PATH = '/tournaments';

const FIELDS: Field[] = [
  { name: 'text', label: 'Name', kind: 'text', hint: 'e.g. Spring Clash' },
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
  { name: 'battlePack', label: 'Battle pack', kind: 'text', hint: 'e.g. Pitched Clash 2025' },
  { name: 'faction', label: 'Faction played', kind: 'text', hint: 'e.g. Gravemarch' },
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
  query: [...FIELDS.map(({ name }) => name), 'club', 'after'],
  variables: ({ query }) => ({ ...query, first: 24 }),
  view: ({ tournaments: { nodes, nextCursor } }, { query }) => ({
    title: 'Tournaments',
    description: 'Every tournament: where, when, who won, by name, country, club, battle pack, status and date.',
    section: 'tournaments',
    unlisted: Object.keys(query).length > 0,
    alternates: [{ type: 'text/calendar', title: 'Tournaments', path: '/tournaments.ics' }],
    main: (
      <>
        <h1 class="alone">Tournaments</h1>
        <FilterForm path={PATH} label="Which tournaments" fields={FIELDS} values={query} />
        {nodes.length === 0 ? (
          <p class="nothing">
            No tournament is like that. <Link to={PATH}>Show them all</Link>
          </p>
        ) : (
          <ul class="cards">
            {nodes.map((tournament) => (
              <TournamentCard key={tournament.slug} tournament={tournament} level={2} />
            ))}
          </ul>
        )}
        <Paging path={PATH} query={query} next={nextCursor} />
      </>
    ),
  }),
});
