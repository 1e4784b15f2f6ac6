import { Joined } from '../components/joined.js';
import { ClubName, PlayerName } from '../components/link.js';
import { Section } from '../components/section.js';
import { Table } from '../components/table.js';
import { TeamMatches } from '../components/team-matches.js';
import { TeamTable } from '../components/team-table.js';
import { TEAMS, TournamentFrame } from '../components/tournament-frame.js';
import { plural } from '../components/words.js';
import type { TeamsPageQuery, TeamsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

type Tournament = NonNullable<TeamsPageQuery['tournament']>;
type Board = NonNullable<Tournament['teamBoard']>;
type Stage = Tournament['stages'][number];

export const teamsPage = page<TeamsPageQuery, TeamsPageQueryVariables>({
  path: `/tournaments/{slug}/${TEAMS}`,
  operation: 'TeamsPage',
  live: true,
  variables: ({ parameters: { slug = '' } }) => ({ slug }),
  view({ tournament }) {
    if (!tournament?.teamBoard) return null;
    const { name, status, stages, teamBoard, teamMatches } = tournament;
    const names = Object.fromEntries(stages.map((stage) => [stage.stageId, stage.name]));
    const played = stages.filter(({ stageId }) => teamMatches.some((match) => match.stageId === stageId));
    return {
      title: `Teams of ${name}`,
      description: `${plural(teamBoard.rows.length, 'team')} of ${name}, with their players and matches.`,
      section: 'tournaments',
      live: status === 'ongoing',
      main: (
        <TournamentFrame tournament={tournament} here={TEAMS}>
          <h2>Teams</h2>
          <TeamTable board={teamBoard} />
          {played.length > 1 && played.map((stage) => <StageBoard key={stage.stageId} stage={stage} />)}
          {teamMatches.length > 0 && (
            <Section name="Matches">
              <TeamMatches matches={teamMatches} stages={names} />
            </Section>
          )}
          <Section name="Who plays">
            <PlayersTable rows={teamBoard.rows} />
          </Section>
        </TournamentFrame>
      ),
    };
  },
});

/** Of a bracket the matches say who won. */
const StageBoard = ({ stage: { name, teamBoard } }: { stage: Stage }) =>
  teamBoard && (
    <Section name={name}>
      <TeamTable board={teamBoard} stage={name} />
    </Section>
  );

function PlayersTable({ rows }: Pick<Board, 'rows'>) {
  return (
    <Table label="Players of teams" caption="In the order of the board" class="people" columns={['Team', 'Players']}>
      {rows.map(({ name, team }) => (
        <tr key={name}>
          <th scope="row">
            <bdi>{name}</bdi>
            {team?.club && (
              <span class="under">
                <ClubName club={team.club} />
              </span>
            )}
          </th>
          <td>
            <Joined parts={team?.participants.map((player) => <PlayerName {...player} />) ?? []} by=", " />
          </td>
        </tr>
      ))}
    </Table>
  );
}
