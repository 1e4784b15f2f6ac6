import type { PlayerEntryFragment } from '../operations.generated.js';
import { playerAt } from './addresses.js';
import { NameLink } from './link.js';
import { plural } from './words.js';

type PlayerGridProps = { players: readonly PlayerEntryFragment[]; level: 2 | 3 };

export function PlayerGrid({ players, level }: PlayerGridProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <ul class="people-grid">
      {players.map(({ publicId, name, battleCount }) => (
        <li key={publicId}>
          <Title class="card-title">
            <NameLink to={playerAt(publicId)} name={name} />
          </Title>
          <p class="quiet">{plural(battleCount, 'battle')}</p>
        </li>
      ))}
    </ul>
  );
}
