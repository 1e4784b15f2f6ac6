import { type ComponentChildren, Fragment } from 'preact';
import type { TournamentCardFragment, TournamentFactsFragment, TournamentStatus } from '../operations.generated.js';
import { tournamentAt } from './addresses.js';
import { daysOf } from './day.js';
import { FactionMark } from './faction.js';
import { Joined } from './joined.js';
import { ClubName, NameLink, PlayerName } from './link.js';
import { locationOf, plural } from './words.js';

const STATUS: Record<TournamentStatus, string> = { planned: 'upcoming', ongoing: 'on now', finished: 'finished' };

export function Status({ status }: { status: TournamentStatus }) {
  return <span class={`pill ${status}`}>{STATUS[status]}</span>;
}

type Tournament = TournamentFactsFragment & Partial<Pick<TournamentCardFragment, 'winners'>>;

export function TournamentCards({ tournaments, level = 3 }: { tournaments: readonly Tournament[]; level?: 2 | 3 }) {
  return (
    <ul class="cards">
      {tournaments.map((tournament) => (
        <TournamentCard key={tournament.slug} tournament={tournament} level={level} />
      ))}
    </ul>
  );
}

type CardProps = { tournament: Tournament; level?: 2 | 3; children?: ComponentChildren };

/** More share the first place where nothing tells them apart. */
const WINNERS = 3;

export function TournamentCard({ tournament, level = 3, children }: CardProps) {
  const { slug, name, status, playerCount, teamCount, organizer, winners = [] } = tournament;
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <li class={`card ${status}`} data-key={slug}>
      <Title class="card-title">
        <NameLink to={tournamentAt(slug)} name={name} />
        <Status status={status} />
      </Title>
      <p class="quiet">
        <Joined parts={[daysOf(tournament), locationOf(tournament)]} />
      </p>
      <p class="quiet">
        <Joined
          parts={[
            plural(playerCount, 'player') + (teamCount > 0 ? ` in ${plural(teamCount, 'team')}` : ''),
            organizer && <ClubName club={organizer} />,
          ]}
        />
      </p>
      {winners.length > 0 && (
        <p class="winner">
          <Cup />
          {teamCount > 0 ? <span class="quiet">Best player</span> : <span class="unseen">Won by </span>}
          {winners.slice(0, WINNERS).map((winner, at) => (
            <Fragment key={at}>
              <b>
                <PlayerName name={winner.name} playerId={winner.playerId} />
              </b>
              {winner.faction && (
                <span class="quiet by">
                  <FactionMark name={winner.faction} />
                  <bdi>{winner.faction}</bdi>
                </span>
              )}
            </Fragment>
          ))}
          {winners.length > WINNERS && <span class="quiet">and {plural(winners.length - WINNERS, 'other')}</span>}
        </p>
      )}
      {children}
    </li>
  );
}

export function Cup() {
  return (
    <svg class="cup" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 3h12v2h3v3a5 5 0 0 1-4.3 4.9A6 6 0 0 1 13 16.9V19h4v2H7v-2h4v-2.1a6 6 0 0 1-3.7-4A5 5 0 0 1 3 8V5h3zm0 4H5v1a3 3 0 0 0 1 2.200zm12 3.200A3 3 0 0 0 19 8V7h-1z" />
    </svg>
  );
}
