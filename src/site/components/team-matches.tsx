// Matches of teams by stage and round, each with its battles.

import type { TeamMatchEntryFragment } from '../operations.generated.js';
import { BattleList } from './battle-list.js';
import { ByRound } from './by-round.js';
import { grouped } from './words.js';

type Side = TeamMatchEntryFragment['sides'][number];
type TeamMatchesProps = {
  matches: readonly TeamMatchEntryFragment[];
  /** Stage names by stage id. */
  stages: Record<string, string>;
};

export const TeamMatches = ({ matches, stages }: TeamMatchesProps) => (
  <ByRound entries={matches} stages={stages}>
    {(ofRound) =>
      ofRound.map((match) => <TeamMatch key={match.sides.map(({ name }) => name).join(' ')} match={match} />)
    }
  </ByRound>
);

function TeamMatch({ match: { sides, battles } }: { match: TeamMatchEntryFragment }) {
  const [one, other] = sides;
  if (!one) return null;
  if (!other) {
    return (
      <p class="army team-match">
        <TeamName side={one} /> <span class="quiet">no opponent, {grouped(one.battlePoints)} battle points</span>
      </p>
    );
  }
  return (
    <details class="army team-match">
      <summary>
        <TeamName side={one} />
        <span class="score">
          {grouped(one.score)}–{grouped(other.score)}
        </span>
        <TeamName side={other} />
      </summary>
      <BattleList battles={battles.map((battle) => ({ ...battle, round: null }))} />
    </details>
  );
}

const TeamName = ({ side }: { side: Side }) => (
  <span class={`side ${side.outcome ?? 'open'}`}>
    <bdi>{side.name}</bdi>
    {side.outcome === 'win' && <span class="unseen">, won</span>}
  </span>
);
