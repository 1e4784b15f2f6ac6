// Who won a tournament and with what, its size, rounds and organisers.

import type { TournamentPageQuery } from '../operations.generated.js';
import { ArmyList } from './army-list.js';
import { hasResult } from './board-table.js';
import { Fact } from './fact.js';
import { FactionMark } from './faction.js';
import { Joined } from './joined.js';
import { PlayerName, REMOVED } from './link.js';
import { Cup } from './tournament-card.js';
import { grouped } from './words.js';

type Tournament = NonNullable<TournamentPageQuery['tournament']>;
type Stage = Tournament['stages'][number];

export function TournamentFacts({ tournament }: { tournament: Tournament }) {
  const { status, winners, playerCount, teamCount, battleSize, battlePack, tournamentOrganizers, stages } = tournament;
  const front = winners.length > 0 ? winners : leadersOf(stages);
  const teams = teamsInFront(tournament);
  const played = stages.flatMap(({ rounds, ...stage }) => (rounds === null ? [] : [{ ...stage, rounds }]));
  return (
    <dl class="facts">
      {teams.length > 0 && (
        <div class="champion">
          <dt>
            <Cup /> {frontInWords(status === 'finished', teams.length)}
          </dt>
          {teams.map(({ name }) => (
            <dd key={name}>
              <bdi>{name}</bdi>
            </dd>
          ))}
        </div>
      )}
      {front.length > 0 && (
        <div class="champion">
          <dt>
            {teamCount === 0 ? (
              <>
                <Cup /> {frontInWords(winners.length > 0, front.length)}
              </>
            ) : (
              `Best ${front.length === 1 ? 'player' : 'players'}`
            )}
          </dt>
          {front.map(({ name, playerId, faction }, at) => (
            <dd key={at}>
              <PlayerName name={name} playerId={playerId} />{' '}
              {faction && (
                <small>
                  <FactionMark name={faction} /> <bdi>{faction}</bdi>
                </small>
              )}
            </dd>
          ))}
          {listsOf(tournament).length > 0 && (
            <dd class="to-list">
              <a href={`#${WINNING}`}>{listsInWords(tournament)}</a>
            </dd>
          )}
        </div>
      )}
      <Fact name="Players">{grouped(playerCount)}</Fact>
      {teamCount > 0 && <Fact name="Teams">{grouped(teamCount)}</Fact>}
      {played.length > 0 && (
        <div class="stages">
          <dt>Rounds</dt>
          {played.map(({ stageId, name, rounds }) => (
            <dd key={stageId}>
              {grouped(rounds)} <small class="of">{name}</small>
            </dd>
          ))}
        </div>
      )}
      <Fact name="Army size">{grouped(battleSize)} points</Fact>
      {battlePack && (
        <Fact name="Battle pack">
          <bdi>{battlePack}</bdi>
        </Fact>
      )}
      {tournamentOrganizers.length > 0 && (
        <Fact name="Organisers" class="organisers">
          <Joined parts={tournamentOrganizers.map((each) => <PlayerName {...each} />)} by=", " />
        </Fact>
      )}
    </dl>
  );
}

const frontInWords = (isDecided: boolean, count: number) =>
  isDecided ? (count === 1 ? 'Winner' : 'Winners') : 'In the lead';

/** The teams in the first place; none if they also play a bracket, whose last match decides. */
function teamsInFront({ teamBoard, stages }: Tournament) {
  if (stages.some(({ type }) => type === 'bracket')) return [];
  return teamBoard?.rows.filter(({ rank, wins, draws, losses }) => rank === 1 && wins + draws + losses > 0) ?? [];
}

/** The sole leader of the first board; none with groups, or once a bracket is drawn: a knockout has no leader. */
function leadersOf(stages: readonly Stage[]) {
  if (stages.some(({ standings }) => standings.__typename === 'Bracket' && standings.matches.some(hasPlayers)))
    return [];
  const [standings] = stages.filter(({ type }) => type === 'board').map((stage) => stage.standings);
  if (standings?.__typename !== 'Board') return [];
  const leaders = standings.rows.filter(({ rank, group }) => rank === 1 && group === null);
  return leaders.length === 1 && leaders.every(hasResult) ? leaders : [];
}

const WINNING = 'winning-lists';

const listsOf = ({ winners }: Tournament) =>
  winners.flatMap(({ name, participant }) =>
    participant?.list ? [{ owner: name ?? REMOVED, list: participant.list }] : [],
  );

/** In a team event the lists are those of the best players, not of the team that won. */
function listsInWords(tournament: Tournament): string {
  const isOne = listsOf(tournament).length === 1;
  if (tournament.teamCount === 0) return isOne ? 'The winning list' : 'The winning lists';
  return isOne ? "The best player's list" : "The best players' lists";
}

export function WinningLists({ tournament }: { tournament: Tournament }) {
  const lists = listsOf(tournament);
  if (lists.length === 0) return null;
  return (
    <section class="lists" id={WINNING}>
      <h2>{listsInWords(tournament)}</h2>
      {lists.map((each, at) => (
        <ArmyList key={at} {...each} open />
      ))}
    </section>
  );
}

const hasPlayers = ({ players }: { players: readonly unknown[] }) => players.length > 0;
