import { factionAt, pairingAt, tournamentAt, withQuery } from '../components/addresses.js';
import { daysOf } from '../components/day.js';
import { Heading } from '../components/document.js';
import { EstimateFact, percent, rangeOf } from '../components/estimate.js';
import { Fact } from '../components/fact.js';
import { FactionLink, FactionMark, slugsByName } from '../components/faction.js';
import { Link, NameLink, PlayerName } from '../components/link.js';
import { Section } from '../components/section.js';
import { figures, Table } from '../components/table.js';
import { WIN_RATE, WinRateCells } from '../components/win-rate.js';
import { grouped, ordinal } from '../components/words.js';
import type { FactionPageQuery, FactionPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';
import { reachOf } from '../plots/interval-bar.js';
import { hasCourse, MonthCourse } from '../plots/month-course.js';

export const factionPage = page<FactionPageQuery, FactionPageQueryVariables>({
  path: '/factions/{slug}',
  operation: 'FactionPage',
  variables: ({ parameters: { slug = '' } }) => ({ slug }),
  view({ faction, statistics, tournaments }) {
    if (!faction) return null;
    const [overall] = statistics.factions;
    const best = bestOf(faction, tournaments.nodes);
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
          {overall ? (
            <dl class="facts">
              <EstimateFact name="Win rate" estimate={overall.winRate} of="battles" />
              <EstimateFact name="Played by" estimate={overall.share} of="players" />
              <EstimateFact name="As attacker" estimate={overall.asAttacker} of="battles" />
              <EstimateFact name="As defender" estimate={overall.asDefender} of="battles" />
              <Extreme name="Loses most to" met={met} side="below" />
              <Extreme name="Wins most against" met={met} side="above" />
              <Fact name="Tournaments won">{grouped(overall.eventWins)}</Fact>
            </dl>
          ) : (
            <p class="nothing">None of its battles counts in these figures.</p>
          )}
          <div class="two table-first">
            {met.length > 0 && (
              <Section name="Against whom">
                <Matchups faction={faction.slug} met={met} />
              </Section>
            )}
            {overall && hasCourse(overall.months) && (
              <Section name="Over time">
                <MonthCourse months={overall.months} />
              </Section>
            )}
          </div>
          {best.length > 0 && (
            <Section name="Best results">
              <Results results={best} />
            </Section>
          )}
          <p class="onward">
            <Link to={withQuery('/players', { faction: faction.name })}>Players who have played it</Link>
            <Link to={withQuery('/tournaments', { factionSlug: faction.slug })}>Tournaments it was played in</Link>
          </p>
        </>
      ),
    };
  },
});

type Met = FactionPageQuery['statistics']['matchups'];

/** The most extreme matchup on one side of 50 %, of those that are reliable with the whole interval on that side. */
function Extreme({ name, met, side }: { name: string; met: Met; side: 'below' | 'above' }) {
  const clear = met.filter(({ winRate: { reliable, interval } }) => {
    if (!reliable || interval === null) return false;
    return side === 'below' ? interval.high < 0.5 : interval.low > 0.5;
  });
  const [furthest] = clear.toSorted((a, b) => distance(b) - distance(a));
  return (
    <Fact name={name}>
      {furthest ? <NameLink to={factionAt(furthest.opponent.slug)} name={furthest.opponent.name} /> : 'Not clear yet'}
      <small>
        {furthest
          ? `${percent(furthest.winRate.value)} won, ${rangeOf(furthest.winRate)}`
          : 'too few battles, or too close to even'}
      </small>
    </Fact>
  );
}

const distance = ({ winRate: { value } }: Met[number]) => Math.abs((value ?? 0.5) - 0.5);

type Event = FactionPageQuery['tournaments']['nodes'][number];
type Result = { event: Event; rank: number; name: string | null; playerId: string | null };

const RESULTS = 10;

/** Best place with the faction at each of the largest tournaments, ordered by place, then by size of the field. */
function bestOf(faction: NonNullable<FactionPageQuery['faction']>, events: readonly Event[]): Result[] {
  const slugOf = slugsByName([faction]);
  const results = events.flatMap((event): Result[] => {
    const rows = event.standings && 'rows' in event.standings ? event.standings.rows : [];
    const row = rows.find((each) => each.rank !== null && slugOf(each.faction) !== undefined);
    return row ? [{ event, rank: row.rank ?? 0, name: row.name, playerId: row.playerId }] : [];
  });
  return results.sort((a, b) => a.rank - b.rank || b.event.playerCount - a.event.playerCount).slice(0, RESULTS);
}

function Results({ results }: { results: readonly Result[] }) {
  return (
    <Table
      label="Best results"
      caption="The best place with it at each of the largest tournaments"
      class="people"
      columns={['Player', figures('Place'), 'Tournament', 'When']}
    >
      {results.map(({ event, rank, name, playerId }) => (
        <tr key={event.slug} class={rank === 1 ? 'first' : ''}>
          <th scope="row">
            <PlayerName name={name} playerId={playerId} />
          </th>
          <td class="n">
            <b>{ordinal(rank)}</b> <small class="quiet">of {grouped(event.playerCount)}</small>
          </td>
          <td>
            <NameLink to={tournamentAt(event.slug)} name={event.name} />
          </td>
          <td class="quiet">{daysOf(event)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Matchups({ faction, met }: { faction: string; met: Met }) {
  const reach = reachOf(met.map(({ winRate }) => winRate));
  const sorted = met.toSorted((a, b) => (b.winRate.value ?? 0) - (a.winRate.value ?? 0));
  return (
    <Table
      label="Matchups"
      caption="The best first; those based on too little data are faint"
      class="people"
      columns={['Opponent', ...WIN_RATE, figures('Battles')]}
    >
      {sorted.map(({ opponent, winRate, battleCount }) => (
        <tr key={opponent.slug}>
          <th scope="row">
            <FactionLink {...opponent} />
          </th>
          <WinRateCells winRate={winRate} reach={reach} />
          <td class="n">
            <Link to={pairingAt(faction, opponent.slug)}>
              {grouped(battleCount)}
              <span class="unseen"> battles against {opponent.name}</span>
            </Link>
          </td>
        </tr>
      ))}
    </Table>
  );
}
