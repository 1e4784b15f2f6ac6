import type { TournamentPageQuery } from '../operations.generated.js';
import { RankCourse } from '../plots/rank-course.js';
import { Section } from './section.js';

type Stage = NonNullable<TournamentPageQuery['tournament']>['stages'][number];

export function RankSection({ stage: { standings } }: { stage: Stage }) {
  // A board in groups has too many lines, and each group starts at rank 1.
  if (standings.__typename !== 'Board' || standings.rows.some(({ group }) => group !== null)) return null;
  const rounds = standings.ranksByRound;
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
      <RankCourse rounds={rounds.map(({ round }) => round)} players={players} />
    </Section>
  );
}
