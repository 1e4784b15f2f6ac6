// A list of battles: opponents and score.
import type { BattleCardFragment, BattleEventFragment, BattleStageFragment } from '../operations.generated.js';
import { battleAt, tournamentAt } from './addresses.js';
import { Day } from './day.js';
import { FactionMark } from './faction.js';
import { Link, PlayerName } from './link.js';
import { grouped } from './words.js';

type Entry = BattleCardFragment & Partial<BattleEventFragment & BattleStageFragment> & { stageId?: string | null };
type SideEntry = BattleCardFragment['players'][number];

type BattleListProps = {
  battles: readonly Entry[];
  /** Stage names by stage id. */
  stages?: Record<string, string>;
  /** True for the owner of the list, who is shown first in each battle. */
  isOwn?: (side: SideEntry) => boolean;
};

export function BattleList({ battles, stages = {}, isOwn = () => false }: BattleListProps) {
  if (battles.length === 0) return null;
  const ownFirst = (players: readonly SideEntry[]) => players.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  return (
    <ul class="battles">
      {battles.map((battle) => (
        <BattleEntry key={battle.battleId} battle={{ ...battle, players: ownFirst(battle.players) }} stages={stages} />
      ))}
    </ul>
  );
}

function BattleEntry({ battle, stages }: { battle: Entry; stages: Record<string, string> }) {
  const [one, other] = battle.players;
  const stage = battle.stage?.name ?? stages[battle.stageId ?? ''];
  return (
    <li class="battle" data-key={battle.battleId}>
      {one && <Side side={one} />}
      <Score battle={battle} />
      {other && <Side side={other} />}
      <p class="meta">
        <Day date={battle.date} />
        {battle.tournament && (
          <>
            {' · '}
            <Link to={tournamentAt(battle.tournament.slug)}>
              <bdi>{battle.tournament.name}</bdi>
            </Link>
          </>
        )}
        {stage && ` · ${stage}`}
        {battle.round !== null && ` · Round ${battle.round}`}
        {battle.scenario && (
          <>
            {' · '}
            <bdi>{battle.scenario}</bdi>
          </>
        )}
      </p>
    </li>
  );
}

function Side({ side }: { side: SideEntry }) {
  return (
    <p class={`side ${side.outcome ?? 'open'}`}>
      {side.faction && <FactionMark name={side.faction} />}
      <span>
        <PlayerName name={side.name} playerId={side.playerId} />
        <span class="quiet under">
          <bdi>{side.faction ?? 'no faction'}</bdi>
          {side.outcome === 'win' && <span class="unseen">, won</span>}
        </span>
      </span>
    </p>
  );
}

/** Battle points, or victory points when there are none; "to play" until both sides have a score. */
function Score({ battle }: { battle: Entry }) {
  const [one, other] = battle.players;
  const points = (side: typeof one) => side?.battlePoints ?? side?.victoryPoints ?? null;
  const [left, right] = [points(one), points(other)];
  const names = `${one?.name ?? ''} against ${other?.name ?? ''}`;
  return (
    <p class="score">
      <Link to={battleAt(battle.battleId)}>
        <span class="unseen">Battle of {names}: </span>
        {left === null || right === null ? (
          'to play'
        ) : (
          <>
            {grouped(left)}
            <span class="dash">–</span>
            {grouped(right)}
          </>
        )}
      </Link>
    </p>
  );
}
