import { factionAt } from '../components/addresses.js';
import { Heading } from '../components/document.js';
import { percent, rangeOf, sampleOf } from '../components/estimate.js';
import { Faction, FactionMark } from '../components/faction.js';
import { Link } from '../components/link.js';
import { Table } from '../components/table.js';
import { grouped } from '../components/words.js';
import type { EstimateEntryFragment, FactionPageQuery, FactionPageQueryVariables } from '../operations.generated.js';
import { page } from '../page.js';
import { IntervalBar } from '../plots/interval-bar.js';

export const factionPage = page<FactionPageQuery, FactionPageQueryVariables>({
  path: '/factions/{slug}',
  operation: 'FactionPage',
  variables: ({ parameters: { slug = '' } }) => ({ slug }),
  view({ faction, statistics }) {
    if (!faction) return null;
    const [figures] = statistics.factions;
    const met = statistics.matchups.filter(({ opponent }) => opponent.slug !== faction.slug);
    return {
      title: faction.name,
      description: `${faction.name}: how often it is played, how often it wins, and against whom.`,
      section: 'factions',
      main: (
        <>
          <Heading above={[{ path: '/factions', name: 'Factions' }]}>
            <FactionMark name={faction.name} /> <bdi>{faction.name}</bdi>
          </Heading>
          {faction.aliases.length > 0 && <p class="lead">Also played as {faction.aliases.join(', ')}</p>}
          {figures ? (
            <dl class="facts">
              <Fact name="Win rate" estimate={figures.winRate} of="battles" />
              <Fact name="Played by" estimate={figures.share} of="players" />
              <Fact name="As attacker" estimate={figures.asAttacker} of="battles" />
              <Fact name="As defender" estimate={figures.asDefender} of="battles" />
              <div>
                <dt>Tournaments won</dt>
                <dd>{grouped(figures.eventWins)}</dd>
              </div>
            </dl>
          ) : (
            <p class="nothing">Nobody has played it in a battle that counts.</p>
          )}
          {met.length > 0 && (
            <section>
              <h2>Against whom</h2>
              <Matchups met={met} />
            </section>
          )}
          <p class="onward">
            <Link to={`/players?faction=${encodeURIComponent(faction.name)}`}>Players who have played it</Link>
            <Link to={`/tournaments?faction=${encodeURIComponent(faction.name)}`}>Tournaments it was played in</Link>
          </p>
        </>
      ),
    };
  },
});

function Fact({ name, estimate, of }: { name: string; estimate: EstimateEntryFragment; of: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {percent(estimate.value)} <small>{rangeOf(estimate)}</small>
        <small>{sampleOf(estimate, of)}</small>
      </dd>
    </div>
  );
}

function Matchups({ met }: { met: FactionPageQuery['statistics']['matchups'] }) {
  const sorted = met.toSorted((a, b) => (b.winRate.value ?? 0) - (a.winRate.value ?? 0));
  return (
    <Table
      label="Matchups"
      caption="The best first; the range is where it can be expected 95 times in 100"
      class="people"
    >
      <thead>
        <tr>
          <th scope="col">Opponent</th>
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
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ opponent, winRate, battleCount }) => (
          <tr key={opponent.slug}>
            <th scope="row">
              <Link to={factionAt(opponent.slug)}>
                <Faction name={opponent.name} />
              </Link>
            </th>
            <td class={winRate.reliable ? 'n strong' : 'n quiet'}>{percent(winRate.value)}</td>
            <td class="n quiet">{rangeOf(winRate)}</td>
            <td class="bar-cell">
              <IntervalBar estimate={winRate} />
            </td>
            <td class="n">{grouped(battleCount)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
