// Who is who across sources, as a person has confirmed it. Without such a line two people are never taken for one because
// of their names.

import { type Aliases, type FileProblem, type SourceFile, sayingIn } from './converter.js';
import { readCsv } from './read/csv.js';
import { decodeText, NOT_UNICODE } from './read/decode.js';
import { readOrSay } from './read/unreadable.js';

export const NO_ALIASES: Aliases = () => null;

const COLUMNS = ['source', 'id', 'playerId'];

/** A table of source, id (or name) and playerId. */
export function readAliases(file: SourceFile): { aliases: Aliases; problems: FileProblem[] } {
  const problems: FileProblem[] = [];
  const say = sayingIn(file, problems);
  const known = new Map<string, string>();
  const table = readOrSay(file.name, problems, () => readCsv(file));
  if (decodeText(file).guess) say('', NOT_UNICODE);
  const [head, ...lines] = table?.rows ?? [];
  if (table && COLUMNS.some((column, at) => head?.[at]?.trim() !== column)) {
    say('line 1', `must be ${COLUMNS.join(',')}`);
  }
  for (const [index, line] of lines.entries()) {
    const [source = '', id = '', playerId = ''] = line.map((cell) => cell.trim());
    if (source === '' && id === '' && playerId === '') continue;
    const at = `line ${index + 2}`;
    if (source === '' || id === '' || playerId === '') say(at, 'must have a source, an id and a playerId');
    const before = known.get(keyOf(source, id));
    if (before !== undefined && before !== playerId)
      say(at, `says that ${id} is ${playerId}, and before that ${before}`);
    known.set(keyOf(source, id), playerId);
  }
  return { aliases: (source, idOrName) => known.get(keyOf(source, idOrName)) ?? null, problems };
}

const keyOf = (source: string, id: string) => `${source}\n${id.normalize('NFC').toLowerCase()}`;
