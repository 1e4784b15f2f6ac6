import type { TournamentPageQuery } from '../operations.generated.js';
import { RankCourse } from '../plots/rank-course.js';
import { Section } from './section.js';

type Stage = NonNullable<TournamentPageQuery['tournament']>['stages'][number];

type RankSectionProps = { stage: Stage; open: readonly { stageId: string | null; round: number | null }[] };

export function RankSection({ stage: { stageId, standings }, open }: RankSectionProps) {
  // A board in groups has too many lines, and each group starts at rank 1.
  if (standings.__typename !== 'Board' || standings.rows.some(({ group }) => group !== null)) return null;
  const [before, last] = standings.ranksByRound.slice(-2);
  const isOpen = open.some((battle) => battle.stageId === stageId && battle.round === last?.round);
  // Nothing has moved in a round that is only paired.
  const isSame = isOpen && last?.ranks.join() === before?.ranks.join();
  const rounds = isSame ? standings.ranksByRound.slice(0, -1) : standings.ranksByRound;
  if (rounds.length < 2) return null;
  const players = standings.rows
    .slice(0, rounds[0]?.ranks.length)
    .map(({ name, playerId, rank }, at) => ({
      name,
      playerId,
      rank,
      ranks: rounds.map(({ ranks }) => ranks[at] ?? null),
    }))
    .filter(({ rank }) => rank !== null);
  return (
    <Section name="How the leaders moved">
      <RankCourse
        rounds={rounds.map(({ round }) => (isOpen && round === last?.round ? 'now' : String(round)))}
        players={players}
      />
    </Section>
  );
}
