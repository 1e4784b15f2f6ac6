import type { BattleRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { NO_ALIASES } from '../../src/aliases.js';
import { convert } from '../../src/convert.js';
import type { Asked, Converter, SourceFile } from '../../src/converter.js';
import { problemsText } from '../../src/report.js';

export const file = (name: string, content: string | Uint8Array | object): SourceFile => ({
  name,
  bytes:
    content instanceof Uint8Array
      ? content
      : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

export const asked = (rest: Partial<Asked> = {}): Asked => ({
  readOn: '2026-11-17',
  stated: {},
  aliases: NO_ALIASES,
  ...rest,
});

/** Converts files, given by their names. */
export const converted = (
  converter: Converter,
  files: Record<string, string | Uint8Array>,
  rest: Partial<Asked> = {},
) =>
  convert(
    converter,
    Object.entries(files).map(([name, content]) => file(name, content)),
    asked(rest),
  );

/** One event, converted without problems. */
export function convertOne(converter: Converter, files: SourceFile[], rest: Partial<Asked> = {}) {
  const { records, problems, events } = convert(converter, files, asked(rest));
  if (problems.length > 0) throw new Error(problemsText(problems));
  const [tournament] = records.filter((record): record is TournamentRecord => record.type === 'tournament');
  const battles = records.filter((record): record is BattleRecord => record.type === 'battle');
  if (!tournament || events.length !== 1) throw new Error('must be one event');
  return { tournament, battles, records, notes: events[0]?.notes };
}

/** As they are printed, one a line. */
export function problemsOf(converter: Converter, files: SourceFile[], rest: Partial<Asked> = {}): string[] {
  const { problems, records } = convert(converter, files, asked(rest));
  if (problems.length > 0 && records.length > 0) throw new Error('records in spite of problems');
  return problemsText(problems).split('\n').filter(Boolean);
}

/** Rounds, names and figures of each battle in a line, such as "1 Ann 17 win – Bo 3 loss". */
export function inWords({ tournament, battles, records }: ReturnType<typeof convertOne>): string[] {
  const names = new Map(records.flatMap((record) => (record.type === 'player' ? [[record.id, record.name]] : [])));
  const who = new Map(
    (tournament.participants ?? []).map(({ entry, name, playerId }) => [
      entry,
      name ?? names.get(playerId ?? '') ?? '?',
    ]),
  );
  return battles.map(({ round, sides }) => {
    const words = sides.map(({ entry, battlePoints, outcome }) => `${who.get(entry ?? 0)} ${battlePoints} ${outcome}`);
    return `${round} ${words.join(' – ')}`;
  });
}
