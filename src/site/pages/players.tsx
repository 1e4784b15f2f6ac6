import type { Field } from '../components/filter-form.js';
import { Listing } from '../components/listing.js';
import { PlayerGrid } from '../components/player-grid.js';
import type { PlayersPageQuery, PlayersPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

const PATH = '/players';

const FIELDS: Field[] = [
  { name: 'text', label: 'Name', kind: 'text', hint: 'part of a name' },
  { name: 'faction', label: 'Faction played', kind: 'text', hint: 'name of a faction' },
  { name: 'club', label: 'Club, by its short name', kind: 'text', hint: 'as in its address' },
  {
    name: 'orderBy',
    label: 'Order',
    kind: 'choice',
    choices: [
      ['', 'By name'],
      ['busiest', 'Most battles first'],
    ],
  },
];

export const playersPage = page<PlayersPageQuery, PlayersPageQueryVariables>({
  path: PATH,
  operation: 'PlayersPage',
  query: [...FIELDS.map(({ name }) => name), 'after'],
  variables: ({ query }) => ({ ...query, first: 60 }),
  view: ({ players: { nodes, nextCursor } }, { query }) => ({
    title: 'Players',
    description: 'Players by name, club and faction, with every battle they have played.',
    section: 'players',
    unlisted: Object.keys(query).length > 0,
    main: (
      <Listing
        name="Players"
        path={PATH}
        label="Which players"
        fields={FIELDS}
        query={query}
        next={nextCursor}
        none="No player found."
      >
        {nodes.length === 0 ? null : <PlayerGrid players={nodes} level={2} />}
      </Listing>
    ),
  }),
});
