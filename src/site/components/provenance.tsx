// Says where a tournament and its battles came from, for those that a converter has made.
import type { ProvenanceNoteFragment } from '../operations.generated.js';
import { dayInWords } from './day.js';

/** Sources by the name that people know; any other is shown as it is. */
const SOURCES: Record<string, string> = {
  spreadsheet: 'a spreadsheet',
  'new-recruit': 'New Recruit',
  'best-coast-pairings': 'Best Coast Pairings',
  naf: 'a NAF report',
  goepp: 'a T3 file',
  trf: 'a FIDE report',
};

export const SourceName = ({ source }: { source: string }) => <>{SOURCES[source] ?? <bdi>{source}</bdi>}</>;

export function ProvenanceLine({ provenance }: { provenance: ProvenanceNoteFragment | null }) {
  if (!provenance) return null;
  const { source, readOn, guessed, missing } = provenance;
  return (
    <p class="quiet">
      From <SourceName source={source} />, read on <time dateTime={readOn}>{dayInWords(readOn)}</time>
      {guessed.length > 0 && `; guessed: ${guessed.join('; ')}`}
      {missing.length > 0 && `; missing: ${missing.join('; ')}`}.
    </p>
  );
}
