import { clubAt } from '../components/addresses.js';
import { choice, type Field } from '../components/filter-form.js';
import { NameLink } from '../components/link.js';
import { Listing } from '../components/listing.js';
import { locationFields } from '../components/location-fields.js';
import { locationOf, membersOf } from '../components/words.js';
import type { ClubsPageQuery, ClubsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

const PATH = '/clubs';

type Choices = Pick<ClubsPageQuery, 'countries' | 'locations'>;

const fieldsFor = (choices: Choices): Field[] => [
  { name: 'text', label: 'Name', kind: 'text', hint: 'part of a name' },
  ...locationFields(choices),
  choice('orderBy', 'Order', 'By name', [['largest', 'Most members first']]),
];

export const clubsPage = page<ClubsPageQuery, ClubsPageQueryVariables>({
  path: PATH,
  operation: 'ClubsPage',
  query: [...fieldsFor({ countries: [], locations: [] }).map(({ name }) => name), 'after'],
  variables: ({ query }) => ({ ...query }),
  view: ({ clubs: { nodes, nextCursor }, ...choices }, { query }) => ({
    title: 'Clubs',
    description: 'Clubs, where they are, the tournaments they run and who plays for them.',
    section: 'clubs',
    main: (
      <Listing
        name="Clubs"
        path={PATH}
        label="Filter clubs"
        fields={fieldsFor(choices)}
        query={query}
        next={nextCursor}
        none="No club found."
      >
        {nodes.length === 0 ? null : (
          <ul class="cards">
            {nodes.map((club) => (
              <li key={club.slug} class="card">
                <h2 class="card-title">
                  <NameLink to={clubAt(club.slug)} name={club.name} />
                </h2>
                <p class="quiet">{locationOf(club) || 'No place given'}</p>
                {club.members > 0 && <p class="quiet">{membersOf(club)}</p>}
              </li>
            ))}
          </ul>
        )}
      </Listing>
    ),
  }),
});
