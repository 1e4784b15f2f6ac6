import { Fragment } from 'preact';
import type {
  BattleCardFragment,
  BattleEventFragment,
  BattleStageFragment,
  SignUpFragment,
  UnplayedEntryFragment,
} from '../operations.generated.js';
import { battleAt, tournamentAt } from './addresses.js';
import { ByRound } from './by-round.js';
import { Day } from './day.js';
import { FactionMark } from './faction.js';
import { Joined } from './joined.js';
import { Link, NameLink, PlayerName } from './link.js';
import { apart, MatchCard } from './match-card.js';
import { scoreOf } from './score.js';
import { UNPLAYED } from './words.js';

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

type RoundsProps = { battles: readonly (Entry & { stageId: string | null })[]; stages: Record<string, string> };

/** Battles of a tournament by stage and round. */
export const BattlesByRound = ({ battles, stages }: RoundsProps) => (
  <ByRound entries={battles} stages={stages}>
    {(ofRound) => <BattleList battles={ofRound.map((battle) => ({ ...battle, stageId: null, round: null }))} />}
  </ByRound>
);

type Meeting = {
  battleId: string;
  stageId: string | null;
  round: number | null;
  players: readonly { name: string; playerId: string | null; participant: SignUpFragment | null }[];
};
type Absent = { name: string; playerId: string | null; unplayed: readonly UnplayedEntryFragment[] };
type PairingsProps = { battles: readonly Meeting[]; absent: readonly Absent[]; stages: Record<string, string> };

/** Battles to be played, likewise, as who meets whom, with the players who have no opponent in the same round. */
export function Pairings({ battles, absent, stages }: PairingsProps) {
  const noted = apart(battles);
  return (
    <ByRound entries={battles} stages={stages}>
      {(ofRound) => (
        <ul class="bracket">
          {ofRound.map(({ battleId, players }) => (
            <li key={battleId} data-key={battleId}>
              <MatchCard players={noted(players)} battleId={battleId} />
            </li>
          ))}
          {absent.flatMap((player) =>
            player.unplayed
              .filter(({ stage, round }) => stage === ofRound[0]?.stageId && round === ofRound[0].round)
              .map(({ kind }) => (
                <li key={player.playerId ?? player.name}>
                  <MatchCard players={[{ ...player, note: UNPLAYED[kind] }]} battleId={null} />
                </li>
              )),
          )}
        </ul>
      )}
    </ByRound>
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
        <Joined
          parts={[
            battle.date && <Day date={battle.date} />,
            battle.tournament && <NameLink to={tournamentAt(battle.tournament.slug)} name={battle.tournament.name} />,
            stage,
            battle.round !== null && `Round ${battle.round}`,
            battle.scenario && <bdi>{battle.scenario}</bdi>,
          ]}
        />
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

function Score({ battle }: { battle: Entry }) {
  const [one, other] = battle.players;
  const score = scoreOf(battle.players);
  const names = `${one?.name ?? ''} against ${other?.name ?? ''}`;
  return (
    <p class="score">
      <Link to={battleAt(battle.battleId)}>
        <span class="unseen">Battle of {names}: </span>
        {score.length === 0
          ? 'to play'
          : score.map((each, at) => (
              <Fragment key={at}>
                {at > 0 && <span class="dash">–</span>}
                {each}
              </Fragment>
            ))}
      </Link>
    </p>
  );
}
