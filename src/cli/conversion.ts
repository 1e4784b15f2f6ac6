// Runs a converter on files, for the commands that do.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Asked, Converted, SourceFile } from '@battle-results/convert';
import {
  convert,
  converterNamed,
  converters,
  encodingNamed,
  NO_ALIASES,
  problemsText,
  readAliases,
  readStated,
  reportText,
} from '@battle-results/convert';
import { CommandFailed, report, UsageError } from './command.js';

export const CONVERSION_OPTIONS = {
  set: { type: 'string', multiple: true },
  aliases: { type: 'string' },
  encoding: { type: 'string' },
} as const;

export const CONVERSION_USAGE = `  --set FIELD=VALUE  say something about the tournament that the files do not, such as name, startDate, rounds, tieBreakers,
                     byes or battleSize; what was taken for granted is printed with the field that sets it
  --aliases FILE     who is who across sources: a table of source, id and playerId
  --encoding NAME    of text that is not in Unicode, such as windows-1250 (Polish), windows-1252 or macintosh; without it,
                     it is guessed and said`;

export const CONVERTERS_USAGE = `FROM is one of:
${converters.map(({ name, reads }) => `  ${name.padEnd(20)} ${reads}`).join('\n')}`;

type Given = string | undefined;
type ConversionValues = { set?: string[] | undefined; aliases?: Given; encoding?: Given };

/** Prints what was guessed and what is missing. With any problem in the files it fails and lists all of them. */
export async function runConversion(from: string, paths: string[], values: ConversionValues): Promise<Converted> {
  const converter = converterNamed(from);
  if (!converter) throw new UsageError(`There is no converter ${from}.`);
  if (paths.length === 0) throw new UsageError('Name the files to convert.');
  const { stated, problems } = readStated(values.set ?? []);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const { encoding } = values;
  if (encoding !== undefined && encodingNamed(encoding) === null)
    throw new UsageError(`There is no encoding ${encoding}.`);
  const files: SourceFile[] = [];
  for (const path of paths) files.push({ ...(await readSource(path)), encoding });
  const converted = convert(converter, files, { readOn: today(), stated, aliases: await aliasesOf(values) });
  if (converted.problems.length > 0) {
    throw new CommandFailed(`${problemsText(converted.problems)}\nNothing was written.`);
  }
  report(reportText(converted));
  return converted;
}

async function readSource(path: string): Promise<SourceFile> {
  if (path === '-') return { name: 'standard input', bytes: await buffer(process.stdin) };
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_FS_FILE_TOO_LARGE')
      throw new CommandFailed(`${path} is larger than 2 GB; is it the right file?`);
    if (error.code === 'EISDIR') throw new CommandFailed(`${path} is a folder; name the files in it.`);
    throw error;
  });
  return { name: basename(path), bytes };
}

async function aliasesOf({ aliases: path, encoding }: ConversionValues): Promise<Asked['aliases']> {
  if (path === undefined) return NO_ALIASES;
  const { aliases, problems } = readAliases({ ...(await readSource(path)), encoding });
  if (problems.length > 0) throw new CommandFailed(`${problemsText(problems)}\nNothing was written.`);
  return aliases;
}

/** Today, in the local time of this process. */
function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
