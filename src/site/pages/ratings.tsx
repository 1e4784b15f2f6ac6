import { Day } from '../components/day.js';
import type { Field } from '../components/filter-form.js';
import { Link, PlayerName } from '../components/link.js';
import { Listing } from '../components/listing.js';
import { figures, Table } from '../components/table.js';
import { grouped } from '../components/words.js';
import type { RatingsPageQuery, RatingsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

const PATH = '/ratings';

const FIELDS: Field[] = [
  { name: 'faction', label: 'Faction played', kind: 'text', hint: 'name of a faction' },
  { name: 'club', label: 'Club, by its short name', kind: 'text', hint: 'as in its address' },
];

type Rated = RatingsPageQuery['ratings']['nodes'][number];

export const ratingsPage = page<RatingsPageQuery, RatingsPageQueryVariables>({
  path: PATH,
  operation: 'RatingsPage',
  query: [...FIELDS.map(({ name }) => name), 'after'],
  variables: ({ query }) => ({ ...query, first: 50 }),
  view: ({ ratings: { nodes, nextCursor }, ratingMethod }, { query }) => ({
    title: 'Ratings',
    description:
      'Players by strength, from every tournament battle between players who are known, with how sure that is.',
    section: 'ratings',
    unlisted: Object.keys(query).length > 0,
    main: (
      <Listing
        name="Ratings"
        lead={
          <>
            How strong players are, from every tournament battle
            {ratingMethod.asOf !== null && (
              <>
                {' '}
                up to <Day date={ratingMethod.asOf} />
              </>
            )}
            . Players whose rating is still provisional are not listed. <Link to="/method">How it is worked out</Link>
          </>
        }
        path={PATH}
        label="Whose ratings"
        fields={FIELDS}
        query={query}
        next={nextCursor}
        none="No rated player found."
      >
        {nodes.length === 0 ? null : <RatingTable players={nodes} />}
      </Listing>
    ),
  }),
});

function RatingTable({ players }: { players: readonly Rated[] }) {
  return (
    <Table
      label="Ratings"
      caption="The strongest first; a player is very likely as strong as somewhere in the range"
      class="people"
      columns={['Player', figures('Place'), figures('Rating'), figures('Range'), figures('Battles')]}
    >
      {players.map(({ publicId, name, battleCount, rating }) => (
        <tr key={publicId}>
          <th scope="row">
            <PlayerName playerId={publicId} name={name} />
          </th>
          <td class="n">{rating?.place ?? '–'}</td>
          <td class="n strong">{rating ? Math.round(rating.value) : '–'}</td>
          <td class="n quiet">{rating ? rangeOf(rating) : ''}</td>
          <td class="n">{grouped(battleCount)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Two deviations to either side, which is the 95 % interval. */
const rangeOf = ({ value, deviation }: { value: number; deviation: number }) =>
  `${Math.round(value - 2 * deviation)}–${Math.round(value + 2 * deviation)}`;
