import { choice, type Field } from '../components/filter-form.js';
import { Listing } from '../components/listing.js';
import { clubField } from '../components/location-fields.js';
import { PlayerGrid } from '../components/player-grid.js';
import type { PlayersPageQuery, PlayersPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

const PATH = '/players';

type Choices = Pick<PlayersPageQuery, 'factions' | 'clubs'>;

const fieldsFor = ({ factions, clubs }: Choices): Field[] => [
  { name: 'text', label: 'Name', kind: 'text', hint: 'part of a name' },
  { name: 'faction', label: 'Faction played', kind: 'text', suggested: factions.nodes.map(({ name }) => name) },
  clubField(clubs.nodes),
  choice('orderBy', 'Order', 'By name', [['busiest', 'Most battles first']]),
];

const NONE: Choices = { factions: { nodes: [] }, clubs: { nodes: [] } };

export const playersPage = page<PlayersPageQuery, PlayersPageQueryVariables>({
  path: PATH,
  operation: 'PlayersPage',
  query: [...fieldsFor(NONE).map(({ name }) => name), 'after'],
  variables: ({ query }) => ({ ...query, first: 60 }),
  view: ({ players: { nodes, nextCursor }, ...choices }, { query }) => ({
    title: 'Players',
    description: 'Players by name, club and faction, with every battle they have played.',
    section: 'players',
    main: (
      <Listing
        name="Players"
        path={PATH}
        label="Filter players"
        fields={fieldsFor(choices)}
        query={query}
        next={nextCursor}
        none="No player found."
      >
        {nodes.length === 0 ? null : <PlayerGrid players={nodes} level={2} />}
      </Listing>
    ),
  }),
});
