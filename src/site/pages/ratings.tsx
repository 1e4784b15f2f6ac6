import { Day } from '../components/day.js';
import { type Field, FilterForm } from '../components/filter-form.js';
import { Link, PlayerName } from '../components/link.js';
import { Paging } from '../components/paging.js';
import { Table } from '../components/table.js';
import { grouped } from '../components/words.js';
import type { RatingsPageQuery, RatingsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page.js';

const PATH = '/ratings';

const FIELDS: Field[] = [
  { name: 'faction', label: 'Faction played', kind: 'text', hint: 'e.g. Verdant Court' },
  { name: 'club', label: 'Club, by its short name', kind: 'text', hint: 'e.g. northern-legion' },
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
      <>
        <h1 class="alone">Ratings</h1>
        <p class="lead">
          How strong players are, from every tournament battle
          {ratingMethod.asOf !== null && (
            <>
              {' '}
              up to <Day date={ratingMethod.asOf} />
            </>
          )}
          . Who has played too little for a place is not in the table. <Link to="/method">How it is worked out</Link>
        </p>
        <FilterForm path={PATH} label="Whose ratings" fields={FIELDS} values={query} />
        {nodes.length === 0 ? (
          <p class="nothing">
            Nobody like that has a rating yet. <Link to={PATH}>Show them all</Link>
          </p>
        ) : (
          <RatingTable players={nodes} />
        )}
        <Paging path={PATH} query={query} next={nextCursor} />
      </>
    ),
  }),
});

function RatingTable({ players }: { players: readonly Rated[] }) {
  return (
    <Table
      label="Ratings"
      caption="The strongest first; the range is where the strength is in 95 of 100 cases"
      class="people"
    >
      <thead>
        <tr>
          <th scope="col">Player</th>
          <th scope="col" class="n">
            Place
          </th>
          <th scope="col" class="n">
            Rating
          </th>
          <th scope="col" class="n">
            Range
          </th>
          <th scope="col" class="n">
            Battles
          </th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </Table>
  );
}

/** Two deviations to either side. */
export const rangeOf = ({ value, deviation }: { value: number; deviation: number }) =>
  `${Math.round(value - 2 * deviation)}–${Math.round(value + 2 * deviation)}`;
