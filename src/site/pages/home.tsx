import type { ComponentChildren } from 'preact';
import { battleAt, stageAt } from '../components/addresses.js';
import { FactionMark } from '../components/faction.js';
import { Link, PlayerName } from '../components/link.js';
import { scoreOf } from '../components/score.js';
import { SearchForm } from '../components/search-form.js';
import { Onward, Section } from '../components/section.js';
import { TournamentCard, TournamentCards } from '../components/tournament-card.js';
import { grouped, recordOf } from '../components/words.js';
import type { HomePageQuery, HomePageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

type Running = HomePageQuery['ongoing']['nodes'][number];

const DESCRIPTION =
  'Tabletop-wargame tournaments, players and clubs: standings as they stand, brackets, every battle and army list.';

export const homePage = page<HomePageQuery, HomePageQueryVariables>({
  path: '/',
  operation: 'HomePage',
  live: true,
  variables: () => ({}),
  view: ({ ongoing, dated, planned, finished }, _asked, { brand }) => ({
    title: brand.name,
    description: DESCRIPTION,
    live: true,
    alternates: [{ type: 'text/calendar', title: 'Tournaments', path: '/tournaments.ics' }],
    main: (
      <>
        <div class="hero">
          <h1>Who played whom, and how it ended</h1>
          <p class="lead">Standings while they change, brackets, every battle and every army list.</p>
          <SearchForm label="Find a player, a club or a tournament" class="search large" />
        </div>
        {ongoing.nodes.length > 0 && (
          <Section name="On now">
            <ul class="cards wide">
              {ongoing.nodes.map((tournament) => (
                <TournamentCard key={tournament.slug} tournament={tournament}>
                  <Standing tournament={tournament} />
                </TournamentCard>
              ))}
            </ul>
          </Section>
        )}
        {planned.nodes.length > 0 && (
          <Section name="Coming up">
            <TournamentCards tournaments={datedFirst(dated.nodes, planned.nodes)} />
            <p class="onward">
              <Link to="/tournaments?status=planned&orderBy=earliest">All planned tournaments</Link>
              <Link to="/tournaments.ics">Add them to your calendar</Link>
            </p>
          </Section>
        )}
        <Section name="Just finished">
          {finished.nodes.length === 0 && <p class="quiet">No tournament has finished yet.</p>}
          <TournamentCards tournaments={finished.nodes} />
          <Onward to="/tournaments?status=finished">All results</Onward>
        </Section>
      </>
    ),
  }),
});

/** As many as there are of `planned`, in which those without a date come first. */
const datedFirst = <Planned extends { startDate: string | null }>(
  dated: readonly Planned[],
  planned: readonly Planned[],
) => [...dated, ...planned.filter(({ startDate }) => startDate === null)].slice(0, planned.length);

/** Leaders or current matches of a running tournament, and its latest result. */
function Standing({ tournament: { slug, stages, battles } }: { tournament: Running }) {
  const stage = stageShown(stages);
  const last = battles.nodes.find(({ players }) => players.some(({ outcome }) => outcome !== null));
  return (
    <>
      {stage?.standings.__typename === 'Board' && <Leaders rows={rankedOf(stage.standings)} />}
      {stage?.standings.__typename === 'Bracket' && <Deciding matches={drawnOf(stage.standings)} />}
      {!last && battles.nodes[0] && (
        <>
          {!stage && <FirstPairings battles={battles.nodes} />}
          <p class="latest quiet">Round {battles.nodes[0].round ?? 1} is being played</p>
        </>
      )}
      {last && (
        <p class="latest">
          <span class="quiet">Latest:</span>{' '}
          <Link to={battleAt(last.battleId)}>
            <bdi>{last.players[0]?.name}</bdi> {scoreOf(last.players).join('–')} <bdi>{last.players[1]?.name}</bdi>
          </Link>
          <span class="quiet">{whereOf(last, stages)}</span>
        </p>
      )}
      {stage && (
        <Onward to={stageAt(slug, stage.stageId)}>
          All of <bdi>{stage.name}</bdi>
        </Onward>
      )}
    </>
  );
}

type StageShown = Running['stages'][number];
type BoardShown = Extract<StageShown['standings'], { __typename: 'Board' }>;
type BracketShown = Extract<StageShown['standings'], { __typename: 'Bracket' }>;

const rankedOf = ({ rows }: BoardShown) => rows.filter(({ wins, draws, losses }) => wins + draws + losses > 0);
const drawnOf = ({ matches }: BracketShown) => matches.filter(({ players }) => players.length > 0);

/** The knockout once it is drawn, else the last stage that has something to show. */
function stageShown(stages: readonly StageShown[]): StageShown | undefined {
  const begun = stages.filter(({ standings }) =>
    standings.__typename === 'Board' ? rankedOf(standings).length > 0 : drawnOf(standings).length > 0,
  );
  return begun.find(({ stageId }) => stageId === 'knockout') ?? begun.at(-1);
}

/** Rounds are numbered per stage, so the stage is named unless it is the only one. */
function whereOf({ stageId, round }: Running['battles']['nodes'][number], stages: readonly StageShown[]): string {
  const stage = stages.length > 1 ? stages.find((each) => each.stageId === stageId)?.name : undefined;
  return [stage, round !== null && `round ${round}`].map((each) => (each ? `, ${each}` : '')).join('');
}

const LEADERS = 3;

/** The first three, or the leader of each group. */
function Leaders({ rows }: { rows: BoardShown['rows'] }) {
  const grouping = rows.some(({ group }) => group !== null);
  const hasPoints = rows.some(({ battlePoints }) => battlePoints !== 0);
  const leaders = grouping ? rows.filter(({ rank }) => rank === 1) : rows.slice(0, LEADERS);
  return (
    <ol class="leaders">
      {leaders.map((row, at) => (
        <li key={at} data-key={row.playerId ?? row.name}>
          <span class="rank">{grouping ? (row.group ?? '').replace(/^Group\s+/i, '') : row.rank}</span>
          {row.faction && <FactionMark name={row.faction} />}
          <span class="name">
            <PlayerName name={row.name} playerId={row.playerId} />
          </span>
          <span class="n quiet">{recordOf(row)}</span>
          {hasPoints && <span class="n strong">{grouped(row.battlePoints)}</span>}
        </li>
      ))}
    </ol>
  );
}

const MATCHES = 4;

/** The first of those who meet in a round that has no result yet. */
function FirstPairings({ battles }: { battles: Running['battles']['nodes'] }) {
  return (
    <ul class="leaders">
      {battles.slice(0, MATCHES).map(({ battleId, players }) => (
        <li key={battleId}>
          <Meeting players={players} />
        </li>
      ))}
    </ul>
  );
}

/** Drawn matches of the bracket, latest round first. */
function Deciding({ matches }: { matches: BracketShown['matches'] }) {
  const shown = matches.toSorted((a, b) => b.roundNumber - a.roundNumber || a.table - b.table).slice(0, MATCHES);
  return (
    <ul class="leaders">
      {shown.map(({ table, roundNumber, round, players, winner }) => (
        <li key={`${roundNumber}-${table}`}>
          <Meeting players={players}>
            <span class="quiet under">
              {round}
              {winner && `, ${winner.name} won`}
            </span>
          </Meeting>
        </li>
      ))}
    </ul>
  );
}

type MeetingProps = { players: readonly { name: string; playerId: string | null }[]; children?: ComponentChildren };

function Meeting({ players, children }: MeetingProps) {
  const [one, other] = players.map((player, at) => <PlayerName key={at} {...player} />);
  return (
    <span class="name">
      {one}
      <span class="quiet"> against </span>
      {other}
      {children}
    </span>
  );
}
