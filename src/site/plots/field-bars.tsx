// Factions of the field as bars, each with its number beside it, or as a sentence where all bars would be equal.
import { FactionMark, namesToShow } from '../components/faction.js';
import { grouped, plural } from '../components/words.js';

const WIDTH = 100;

export function FieldBars({ factions }: { factions: readonly (string | null)[] }) {
  const counts = new Map<string, number>();
  for (const name of factions.map(namesToShow(factions))) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b, 'en'));
  const most = sorted[0]?.[1] ?? 1;
  if (sorted.at(-1)?.[1] === most) {
    return (
      <p>
        {plural(sorted.length, 'faction')}, {plural(most, 'player')}
        {sorted.length > 1 && ' each'}: <bdi>{sorted.map(([name]) => name).join(', ')}</bdi>
      </p>
    );
  }
  return (
    <ul class="bars">
      {sorted.map(([name, count]) => (
        <li key={name}>
          <span class="faction">
            <FactionMark name={name} />
            <bdi>{name}</bdi>
          </span>
          <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
            <rect width={(count / most) * WIDTH} height="10" rx="1" />
          </svg>
          <span class="n">{grouped(count)}</span>
        </li>
      ))}
    </ul>
  );
}
