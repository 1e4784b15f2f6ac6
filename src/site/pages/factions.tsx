import { factionAt } from '../components/addresses.js';
import { percent, rangeOf } from '../components/estimate.js';
import { Faction, initialsOf } from '../components/faction.js';
import { type Field, FilterForm } from '../components/filter-form.js';
import { Link } from '../components/link.js';
import { Table } from '../components/table.js';
import { grouped, plural } from '../components/words.js';
import type { FactionsPageQuery, FactionsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page.js';
import { IntervalBar } from '../plots/interval-bar.js';

const PATH = '/factions';

const FIELDS: Field[] = [
  { name: 'country', label: 'Country', kind: 'text', hint: 'e.g. Poland' },
  { name: 'battlePack', label: 'Battle pack', kind: 'text', hint: 'e.g. Pitched Clash 2025' },
  { name: 'from', label: 'Tournaments from', kind: 'date' },
  { name: 'to', label: 'Until', kind: 'date' },
];

type Statistics = FactionsPageQuery['statistics'];

export const factionsPage = page<FactionsPageQuery, FactionsPageQueryVariables>({
  path: PATH,
  operation: 'FactionsPage',
  query: FIELDS.map(({ name }) => name),
  variables: ({ query }) => ({ ...query }),
  view: ({ statistics }, { query }) => ({
    title: 'Factions',
    description: 'How often each faction is played, how often it wins and against whom, and how sure that is.',
    section: 'factions',
    unlisted: Object.keys(query).length > 0,
    main: (
      <>
        <h1 class="alone">Factions</h1>
        <p class="lead">
          {plural(statistics.battles, 'battle')} of {plural(statistics.events, 'finished tournament')}. A range is where
          the figure can be expected 95 times in 100; what rests on too little is faint.{' '}
          <Link to="/method">How it is worked out</Link>
        </p>
        <FilterForm path={PATH} label="Which tournaments" fields={FIELDS} values={query} />
        {statistics.factions.length === 0 ? (
          <p class="nothing">No battle that counts is like that.</p>
        ) : (
          <>
            <FactionTable statistics={statistics} />
            <section>
              <h2>Who beats whom</h2>
              <Matrix statistics={statistics} />
            </section>
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
  return (
    <Table label="Factions" caption="The highest win rate first; those with too few battles at the end" class="people">
      <thead>
        <tr>
          <th scope="col">Faction</th>
          <th scope="col" class="n">
            Win rate
          </th>
          <th scope="col" class="n">
            Range
          </th>
          <th scope="col" class="bar-cell">
            <span class="unseen">Win rate as a plot</span>
          </th>
          <th scope="col" class="n">
            Battles
          </th>
          <th scope="col" class="n">
            Played by
          </th>
          <th scope="col" class="n">
            Tournaments won
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ faction, winRate, share, eventWins }) => (
          <tr key={faction.slug}>
            <th scope="row">
              <Link to={factionAt(faction.slug)}>
                <Faction name={faction.name} />
              </Link>
            </th>
            <td class={winRate.reliable ? 'n strong' : 'n quiet'}>{percent(winRate.value)}</td>
            <td class="n quiet">{rangeOf(winRate)}</td>
            <td class="bar-cell">
              <IntervalBar estimate={winRate} />
            </td>
            <td class="n">{grouped(winRate.n)}</td>
            <td class="n">{percent(share.value)}</td>
            <td class="n">{grouped(eventWins)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Rows against columns: the rate and from how many battles, faint where that is too few. */
function Matrix({ statistics: { factions, matchups } }: { statistics: Statistics }) {
  const cells = new Map(matchups.map((each) => [`${each.faction.slug} ${each.opponent.slug}`, each]));
  return (
    <Table
      label="Matchups"
      caption="Win rate of the row against the column, and the battles it rests on"
      class="matrix"
    >
      <thead>
        <tr>
          <th scope="col">Faction</th>
          {factions.map(({ faction }) => (
            <th key={faction.slug} scope="col">
              <abbr title={faction.name}>{initialsOf(faction.name)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {factions.map(({ faction }) => (
          <tr key={faction.slug}>
            <th scope="row">
              <Link to={factionAt(faction.slug)}>
                <Faction name={faction.name} />
              </Link>
            </th>
            {factions.map(({ faction: opponent }) => {
              const cell = cells.get(`${faction.slug} ${opponent.slug}`);
              return <MatrixCell key={opponent.slug} cell={faction.slug === opponent.slug ? undefined : cell} />;
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function MatrixCell({ cell }: { cell: Statistics['matchups'][number] | undefined }) {
  const value = cell?.winRate.value ?? null;
  if (!cell || value === null) return <td class="none">·</td>;
  const { interval } = cell.winRate;
  const side = interval && interval.low > 0.5 ? 'above' : interval && interval.high < 0.5 ? 'below' : 'level';
  return (
    <td class={side}>
      {Math.round(value * 100)}
      <small>{cell.battleCount}</small>
    </td>
  );
}
