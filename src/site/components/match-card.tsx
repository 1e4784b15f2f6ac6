import { battleAt } from './addresses.js';
import { placeOfWinner } from './bracket-layout.js';
import { Link, PlayerName } from './link.js';

type MatchPlayer = { name: string; playerId: string | null };

type MatchCardProps = {
  /** Empty while the players are not known. */
  players: readonly MatchPlayer[];
  battleId: string | null;
  winner?: MatchPlayer | null;
  /** Points of each player. */
  scores?: readonly string[] | null;
  /** Where the players will come from. */
  waiting?: readonly string[];
  /** Shown where the heading of the round does not tell. */
  name?: string | null;
};

/** Who meets whom, who won, and a link to the battle. */
export function MatchCard({ players, battleId, winner = null, scores, waiting = [], name }: MatchCardProps) {
  const through = placeOfWinner(players, winner);
  return (
    <div class="match">
      {name && <p class="match-name">{name}</p>}
      <ul>
        {players.length > 0
          ? players.map((player, at) => {
              const won = at === through;
              return (
                <li key={at} class={winner === null ? '' : won ? 'won' : 'lost'}>
                  <span>
                    <PlayerName {...player} /> {won && <span class="tag">won</span>}
                  </span>
                  {scores && <span class="n"> {scores[at]}</span>}
                </li>
              );
            })
          : [0, 1].map((at) => (
              <li key={at} class="open">
                {waiting[at] ?? 'To be decided'}
              </li>
            ))}
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
