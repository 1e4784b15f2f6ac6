import type { ArmyListDetailFragment } from '../operations.generated.js';
import { FactionMark } from './faction.js';
import { grouped } from './words.js';

type ArmyListProps = { owner: string; list: ArmyListDetailFragment; open?: boolean };

/** The list as plain text, as it was submitted; collapsed by default. */
export function ArmyList({ owner, list, open = false }: ArmyListProps) {
  return (
    <details class="army" open={open}>
      <summary>
        <FactionMark name={list.faction} />
        <span>
          <bdi>{owner}</bdi>
          <span class="quiet under">
            <bdi>{[list.faction, list.subFaction].filter(Boolean).join(' · ')}</bdi>
            {list.points > 0 && <> · {grouped(list.points)} points</>}
          </span>
        </span>
      </summary>
      {list.battleTacticCards.length > 0 && (
        <p>
          Battle tactic cards: <bdi>{list.battleTacticCards.join(', ')}</bdi>
        </p>
      )}
      {list.text === '' ? <p class="quiet">The list itself was not handed in.</p> : <pre>{list.text}</pre>}
    </details>
  );
}
