import { tournamentAt } from '../components/addresses.js';
import { ArmyList } from '../components/army-list.js';
import { Faction } from '../components/faction.js';
import { ClubName, Dropped, PlayerName } from '../components/link.js';
import { ListsNote } from '../components/lists-note.js';
import { Paging } from '../components/paging.js';
import { Onward } from '../components/section.js';
import { figures, Table } from '../components/table.js';
import { PARTICIPANTS, TournamentFrame } from '../components/tournament-frame.js';
import { grouped, UNPLAYED } from '../components/words.js';
import type {
  ParticipantEntryFragment,
  ParticipantsPageQuery,
  ParticipantsPageQueryVariables,
} from '../operations.generated.js';
import { page } from '../page-route.js';

export const participantsPage = page<ParticipantsPageQuery, ParticipantsPageQueryVariables>({
  path: `/tournaments/{slug}/${PARTICIPANTS}`,
  operation: 'ParticipantsPage',
  query: ['after'],
  variables: ({ parameters: { slug = '' }, query }) => ({ slug, after: query.after }),
  view({ tournament }, { query }) {
    if (!tournament) return null;
    const { nodes, nextCursor } = tournament.participants;
    const path = `${tournamentAt(tournament.slug)}/${PARTICIPANTS}`;
    return {
      title: `Players of ${tournament.name}`,
      description: `All players of ${tournament.name}, with their army lists.`,
      section: 'tournaments',
      main: (
        <TournamentFrame tournament={tournament} here={PARTICIPANTS}>
          <h2>Players</h2>
          {nodes.length === 0 ? (
            <p class="quiet">No player has signed up.</p>
          ) : (
            <ParticipantTable nodes={nodes} total={tournament.playerCount} shown={tournament.listsShown} />
          )}
          <ListsNote {...tournament} />
          <Paging path={path} query={query} next={nextCursor} />
          {nodes.some(({ list }) => list !== null) && (
            <section class="lists">
              <h2>Army lists</h2>
              {nodes.map((entry, at) => entry.list && <ArmyList key={at} owner={entry.name} list={entry.list} />)}
            </section>
          )}
          <Onward to={`${path}.csv`}>As a spreadsheet (CSV)</Onward>
        </TournamentFrame>
      ),
    };
  },
});

type ParticipantTableProps = { nodes: readonly ParticipantEntryFragment[]; total: number; shown: boolean };

function ParticipantTable({ nodes, total, shown }: ParticipantTableProps) {
  const hasGroups = nodes.some(({ group }) => group !== null);
  const hasClubs = nodes.some(({ club }) => club !== null);
  const hasTeams = nodes.some(({ teamName }) => teamName !== null);
  const hasPlaces = nodes.some(({ place }) => place !== null);
  return (
    <Table
      label="Players"
      caption={`${grouped(nodes.length)} of ${grouped(total)}, in alphabetical order`}
      class="people"
      columns={[
        'Player',
        ...(hasPlaces ? [figures('Place')] : []),
        'Faction',
        ...(hasTeams ? ['Team'] : []),
        ...(hasClubs ? ['Club'] : []),
        ...(hasGroups ? ['Group'] : []),
      ]}
    >
      {nodes.map((entry, at) => {
        const { faction, list } = entry;
        return (
          <tr key={at}>
            <th scope="row">
              <PlayerName name={entry.name} playerId={entry.playerId} />
              {entry.dropped && <Dropped />}
              {entry.unplayed.map(({ kind, round }) => (
                <span key={round} class="pill small">{`${UNPLAYED[kind]} in round ${round}`}</span>
              ))}
            </th>
            {hasPlaces && <td class="n">{entry.place ?? '–'}</td>}
            <td>
              {faction === null ? (
                <span class="quiet">{shown && list === null ? 'no list yet' : '–'}</span>
              ) : (
                <Faction name={faction} />
              )}
            </td>
            {hasTeams && <td>{entry.teamName && <bdi>{entry.teamName}</bdi>}</td>}
            {hasClubs && <td>{entry.club && <ClubName club={entry.club} />}</td>}
            {hasGroups && <td>{entry.group}</td>}
          </tr>
        );
      })}
    </Table>
  );
}
