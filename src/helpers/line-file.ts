import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Takes lines without their newlines, at the pace of the disk. */
export type WriteLines = (lines: string[]) => Promise<void>;

export async function writeLines<Result>(
  file: string,
  { isZipped, mode }: { isZipped: boolean; mode?: number },
  produce: (write: WriteLines) => Promise<Result>,
): Promise<Result> {
  const stream = isZipped ? createGzip() : new PassThrough();
  const piping = pipeline(stream, createWriteStream(file, { mode }));
  const producing = produce(async (lines) => {
    if (stream.errored) throw stream.errored;
    if (!stream.write(lines.map((line) => `${line}\n`).join(''))) await once(stream, 'drain');
  }).finally(() => stream.end());
  // A full disk ends the pipeline; what produces must end too before the error is reported.
  await Promise.allSettled([producing, piping]);
  await piping;
  return producing;
}
