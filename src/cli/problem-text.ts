import type { BundleRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import type { LineProblem } from '../bundle/problem.js';

type Named = { name?: string | null | undefined; playerId?: string | null };

/** Problems of records that were converted, by the names that the files have instead of lines, entries and positions. */
export function createProblemText(records: readonly BundleRecord[]): (problem: LineProblem) => string {
  const players = new Map(records.flatMap((record) => (record.type === 'player' ? [[record.id, record.name]] : [])));
  const entries = new Map<string, Map<number, string>>();
  const nameOf = ({ name, playerId }: Named) => name ?? players.get(playerId ?? '') ?? playerId ?? '?';
  const participantsOf = ({ participants = [] }: TournamentRecord) =>
    new Map(participants.map((participant) => [participant.entry, nameOf(participant)]));
  for (const record of records) if (record.type === 'tournament') entries.set(record.slug, participantsOf(record));

  const partsOf = (record: BundleRecord): string[] => {
    if (record.type === 'tournament') return [...(entries.get(record.slug)?.values() ?? [])];
    if (record.type !== 'battle') return [];
    const known = entries.get(record.tournament ?? '');
    return record.sides.map((side) => known?.get(side.entry ?? 0) ?? nameOf(side));
  };
  const titleOf = (record: BundleRecord): string => {
    if (record.type !== 'battle') return nameOf({ name: record.name, playerId: 'id' in record ? record.id : null });
    const title = partsOf(record).join(' – ');
    return (record.round ?? null) === null ? title : `${title}, round ${record.round}`;
  };
  return ({ line, path, message }) => {
    const record = records[line - 1];
    if (!record) return `${path} ${message}`.trim();
    const [, index, field] = /^(?:participants|sides)\[(\d+)\]\.(.+)$/.exec(path) ?? [];
    const who = index === undefined ? undefined : partsOf(record)[Number(index)];
    const what = who === undefined ? path : `${field} of ${who}`;
    return `${titleOf(record)}: ${what ? `${what} ` : ''}${message}`;
  };
}
