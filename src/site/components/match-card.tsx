import { group } from 'd3-array';
import type { SignUpFragment } from '../operations.generated.js';
import { battleAt } from './addresses.js';
import { placeOfWinner } from './bracket-layout.js';
import { Link, PlayerName } from './link.js';

type MatchPlayer = {
  name: string;
  playerId: string | null;
  /** Shown below the name. */
  note?: string;
};

type MatchCardProps = {
  /** Empty while the players are not known. */
  players: readonly MatchPlayer[];
  battleId: string | null;
  winner?: MatchPlayer | null;
  /** Points of each player. */
  scores?: readonly string[] | null;
  /** Where the players will come from. */
  waiting?: string;
  /** Shown where the heading of the round does not tell. */
  name?: string | null;
};

/** Who meets whom, who won, and a link to the battle. */
export function MatchCard({ players, battleId, winner = null, scores, waiting, name }: MatchCardProps) {
  const through = placeOfWinner(players, winner);
  return (
    <div class="match">
      {name && <p class="match-name">{name}</p>}
      <ul>
        {players.length === 0 && <li class="open">{waiting}</li>}
        {players.map((player, at) => {
          const won = at === through;
          return (
            <li key={at} class={winner === null ? '' : won ? 'won' : 'lost'}>
              <span>
                <PlayerName {...player} /> {won && <span class="tag">won</span>}
                {player.note && <bdi class="quiet under">{player.note}</bdi>}
              </span>
              {scores && <span class="n"> {scores[at]}</span>}
            </li>
          );
        })}
      </ul>
      {battleId !== null && (
        <p class="match-battle">
          <Link to={battleAt(battleId)}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <path d="m3 1 4 4-4 4" />
            </svg>
            <span class="unseen">Battle: {players.map((player) => player.name).join(' against ')}</span>
          </Link>
        </p>
      )}
    </div>
  );
}

type SignedUp = { name: string; participant: SignUpFragment | null };

/** Adds a note with faction and club to each player whose name another one has, too. */
export function apart<Player extends SignedUp>(matches: readonly { players: readonly Player[] }[]) {
  const all = matches.flatMap(({ players }) => players);
  const plain = (name: string) => name.toLowerCase();
  const signUps = group(all, ({ name }) => plain(name));
  const isShared = (name: string) =>
    new Set(signUps.get(plain(name))?.map(({ participant }) => participant?.id)).size > 1;
  return (players: readonly Player[]) =>
    players.map((player) => ({
      ...player,
      note: isShared(player.name)
        ? [player.participant?.faction, player.participant?.club?.name].filter(Boolean).join(' · ')
        : '',
    }));
}
