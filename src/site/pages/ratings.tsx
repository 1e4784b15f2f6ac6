import { withQuery } from '../components/addresses.js';
import { Day } from '../components/day.js';
import { Faction } from '../components/faction.js';
import { choice, type Field } from '../components/filter-form.js';
import { ClubName, Link, PlayerName } from '../components/link.js';
import { Listing } from '../components/listing.js';
import { clubField } from '../components/location-fields.js';
import { figures, Table } from '../components/table.js';
import { grouped, signed } from '../components/words.js';
import type { RatingsPageQuery, RatingsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

const PATH = '/ratings';

type Choices = Pick<RatingsPageQuery, 'factions' | 'clubs'>;

const fieldsFor = ({ factions, clubs }: Choices): Field[] => [
  { name: 'faction', label: 'Faction played', kind: 'text', suggested: factions.nodes.map(({ name }) => name) },
  clubField(clubs.nodes),
  choice('provisional', 'Ratings', 'Settled', [['yes', 'Provisional']]),
];

type Rated = RatingsPageQuery['ratings']['nodes'][number];

const NONE: Choices = { factions: { nodes: [] }, clubs: { nodes: [] } };

export const ratingsPage = page<RatingsPageQuery, RatingsPageQueryVariables>({
  path: PATH,
  operation: 'RatingsPage',
  query: [...fieldsFor(NONE).map(({ name }) => name), 'after'],
  variables: ({ query }) => ({
    ...query,
    provisional: query.provisional === 'yes' ? true : query.provisional,
    first: 50,
  }),
  view: ({ ratings: { nodes, nextCursor }, ratingMethod, ...choices }, { query }) => ({
    title: 'Ratings',
    description: 'Players by strength, from every tournament battle between known players, each with a range.',
    section: 'ratings',
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
            {!ratingMethod.upToDate && '; the newest results are not included yet'}.{' '}
            {query.provisional === undefined ? (
              <>
                Players with too few results for a place are on{' '}
                <Link to={withQuery(PATH, { ...query, after: null, provisional: 'yes' })}>a list of their own</Link>.
              </>
            ) : (
              'These players have too few results for a place.'
            )}{' '}
            <Link to="/method">How it is worked out</Link>
          </>
        }
        path={PATH}
        label="Filter ratings"
        fields={fieldsFor(choices)}
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
  const hasPlaces = players.some(({ rating }) => rating && rating.place !== null);
  const hasClubs = players.some(({ participations }) => participations.nodes[0]?.club);
  return (
    <Table
      label="Ratings"
      caption={`The strongest first, with the last faction${hasClubs ? ' and club' : ''}; the change is that of the last week with a battle, and the strength is very likely within the range`}
      class="people"
      columns={[
        'Player',
        ...(hasPlaces ? [figures('Place')] : []),
        figures('Rating'),
        figures('Change'),
        figures('Range'),
        figures('Battles'),
        ...(hasClubs ? ['Club'] : []),
      ]}
    >
      {players.map(({ publicId, name, battleCount, rating, ratingHistory, participations, battles }) => (
        <tr key={publicId}>
          <th scope="row">
            <PlayerName playerId={publicId} name={name} />{' '}
            <span class="under">
              <Faction
                name={battles.nodes[0]?.players.find(({ playerId }) => playerId === publicId)?.faction ?? null}
              />
            </span>
          </th>
          {hasPlaces && <td class="n">{rating?.place ?? '–'}</td>}
          <td class="n strong">{rating ? Math.round(rating.value) : '–'}</td>
          <Change weeks={ratingHistory.nodes} />
          <td class="n quiet">{rating ? rangeOf(rating) : ''}</td>
          <td class="n">{grouped(battleCount)}</td>
          {hasClubs && <td>{participations.nodes[0]?.club && <ClubName club={participations.nodes[0].club} />}</td>}
        </tr>
      ))}
    </Table>
  );
}

/** By how much the latest week moved the rating; a first week has nothing to compare with. */
function Change({ weeks: [latest, before] }: { weeks: readonly { value: number }[] }) {
  if (!latest || !before) return <td class="n quiet">–</td>;
  const moved = Math.round(latest.value) - Math.round(before.value);
  return <td class={moved > 0 ? 'n plus' : moved < 0 ? 'n minus' : 'n'}>{signed(moved)}</td>;
}

/** Two deviations to either side, which is the 95 % interval. */
const rangeOf = ({ value, deviation }: { value: number; deviation: number }) =>
  `${Math.round(value - 2 * deviation)}–${Math.round(value + 2 * deviation)}`;
