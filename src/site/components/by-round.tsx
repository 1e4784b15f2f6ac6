import { group } from 'd3-array';
import type { ComponentChildren } from 'preact';
import { capital } from './words.js';

type Played = { stageId: string | null; round: number | null };
type ByRoundProps<Entry> = {
  entries: readonly Entry[];
  /** Stage names by stage id. */
  stages: Record<string, string>;
  /** Shows the entries of one stage and round. */
  children: (ofRound: readonly Entry[]) => ComponentChildren;
};

/** What a tournament has in several rounds, under a heading for each stage and round. */
export function ByRound<Entry extends Played>({ entries, stages, children }: ByRoundProps<Entry>) {
  const headingOf = ({ stageId, round }: Entry) =>
    [stages[stageId ?? ''], round !== null && `round ${round}`].filter(Boolean).join(', ');
  return [...group(entries, headingOf)].map(([heading, ofRound]) => (
    <section key={heading} class="of-round">
      <h3>{capital(heading)}</h3>
      {children(ofRound)}
    </section>
  ));
}
