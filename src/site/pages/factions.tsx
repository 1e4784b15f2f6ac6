import { pairingAt, withQuery } from '../components/addresses.js';
import { percent } from '../components/estimate.js';
import { FactionLink } from '../components/faction.js';
import { FactionMonths } from '../components/faction-months.js';
import { type Field, FilterForm } from '../components/filter-form.js';
import { Link } from '../components/link.js';
import { clubField, countryField } from '../components/location-fields.js';
import { Section } from '../components/section.js';
import { figures, Table } from '../components/table.js';
import { WIN_RATE, WinRateCells } from '../components/win-rate.js';
import { grouped, plural } from '../components/words.js';
import type { EstimateEntryFragment, FactionsPageQuery, FactionsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';
import { reachOf } from '../plots/interval-bar.js';

const PATH = '/factions';

type Choices = Pick<FactionsPageQuery, 'countries' | 'clubs'>;

const fieldsFor = ({ countries, clubs }: Choices): Field[] => [
  countryField(countries),
  clubField(clubs.nodes),
  { name: 'battlePack', label: 'Battle pack', kind: 'text', hint: 'name of a pack' },
  { name: 'from', label: 'Tournaments from', kind: 'date' },
  { name: 'to', label: 'Until', kind: 'date' },
];

export const FILTERS = fieldsFor({ countries: [], clubs: { nodes: [] } }).map(({ name }) => name);

type Query = Record<string, string>;
type Statistics = FactionsPageQuery['statistics'];

export const factionsPage = page<FactionsPageQuery, FactionsPageQueryVariables>({
  path: PATH,
  operation: 'FactionsPage',
  query: FILTERS,
  variables: ({ query }) => ({ ...query }),
  view: ({ statistics, ...choices }, { query }) => ({
    title: 'Factions',
    description: 'How often each faction is played, how often it wins and against whom, and how sure that is.',
    section: 'factions',
    main: (
      <>
        <h1 class="alone">Factions</h1>
        <p class="lead">
          {plural(statistics.battles, 'battle')} of {plural(statistics.events, 'tournament')}. The true figure is very
          likely within the range; figures based on too little data are faint.{' '}
          <Link to="/method">How it is worked out</Link>
        </p>
        <FilterForm path={PATH} label="Filter tournaments" fields={fieldsFor(choices)} values={query} />
        {statistics.factions.length === 0 ? (
          <p class="nothing">No battle that counts was found.</p>
        ) : (
          <>
            <FactionTable statistics={statistics} />
            <Section name="Who beats whom">
              <Matrix statistics={statistics} query={query} />
            </Section>
            <FactionMonths factions={statistics.factions} />
          </>
        )}
      </>
    ),
  }),
});

function FactionTable({ statistics }: { statistics: Statistics }) {
  const sorted = statistics.factions.toSorted(
    (a, b) =>
      Number(b.winRate.reliable) - Number(a.winRate.reliable) || (b.winRate.value ?? 0) - (a.winRate.value ?? 0),
  );
  const reach = reachOf(sorted.map(({ winRate }) => winRate));
  return (
    <Table
      label="Factions"
      caption="The highest win rate first; those based on too little data at the end"
      class="people"
      columns={['Faction', ...WIN_RATE, figures('Battles'), figures('Played by'), figures('Tournaments won')]}
    >
      {sorted.map(({ faction, winRate, share, eventWins }) => (
        <tr key={faction.slug}>
          <th scope="row">
            <FactionLink {...faction} />
          </th>
          <WinRateCells winRate={winRate} reach={reach} />
          <td class="n">{grouped(winRate.n)}</td>
          <td class="n">{percent(share.value)}</td>
          <td class="n">{grouped(eventWins)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Win rate of rows against columns, with the number of battles; faint where there are too few. */
function Matrix({ statistics: { factions, matchups }, query }: { statistics: Statistics; query: Query }) {
  const cells = new Map(matchups.map((each) => [`${each.faction.slug} ${each.opponent.slug}`, each]));
  return (
    <Table
      label="Matchups"
      caption="Win rate of the row against the column, and the battles it rests on"
      class="matrix"
      columns={['Faction', ...factions.map(({ faction: { name } }) => ({ head: <bdi>{name}</bdi>, class: 'upright' }))]}
    >
      {factions.map(({ faction }) => (
        <tr key={faction.slug}>
          <th scope="row">
            <FactionLink {...faction} />
          </th>
          {factions.map(({ faction: opponent }) => {
            const cell = cells.get(`${faction.slug} ${opponent.slug}`);
            return (
              <MatrixCell
                key={opponent.slug}
                cell={faction.slug === opponent.slug ? undefined : cell}
                names={`${faction.name} against ${opponent.name}`}
                query={query}
              />
            );
          })}
        </tr>
      ))}
    </Table>
  );
}

type CellProps = { cell: Statistics['matchups'][number] | undefined; names: string; query: Query };

/** Links to the battles behind the rate. */
function MatrixCell({ cell, names, query }: CellProps) {
  const value = cell?.winRate.value ?? null;
  if (!cell || value === null) return <td class="none">·</td>;
  return (
    <td class={leaning(cell.winRate)}>
      <Link to={withQuery(pairingAt(cell.faction.slug, cell.opponent.slug), query)}>
        <span class="unseen">{names}: </span>
        {Math.round(value * 100)} <small>{cell.battleCount}</small>
      </Link>
    </td>
  );
}

/**
 * Class for the side of 50 % that a rate is on: `clear` when the whole interval is on that side, `level` when less than
 * half of the way from the rate to the end of the interval is.
 */
function leaning({ value, interval }: EstimateEntryFragment): string {
  if (value === null || interval === null) return 'level';
  const side = value > 0.5 ? 'above' : 'below';
  const doubt = value > 0.5 ? value - interval.low : interval.high - value;
  const sure = Math.abs(value - 0.5) / doubt;
  return sure > 1 ? `${side} clear` : sure > 0.5 ? side : 'level';
}
