import { stat } from 'node:fs/promises';
import type { ImportProgress } from '../bundle/import.js';
import { readLines } from '../bundle/lines.js';

const BAR_WIDTH = 30;
const REDRAW_MS = 100;
/** How often a line is printed where it cannot be redrawn, such as in a log. */
const PRINT_MS = 10_000;

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** A line that redraws itself on a terminal; elsewhere a new line every ten seconds, whatever takes the time. */
export function createProgress(stream: Stream = process.stderr) {
  let drawn = Number.NEGATIVE_INFINITY;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let step = '';
  let since = 0;
  const draw = (force: boolean) => {
    if (!stream.isTTY || (!force && performance.now() - drawn < REDRAW_MS)) return;
    drawn = performance.now();
    stream.write(`\r\x1b[K${text}`);
  };
  return {
    /** `share` is how much has been read, of 1, where that is known. */
    show(progress: ImportProgress, share: number | null = null) {
      if (progress.step !== step) {
        step = progress.step;
        since = performance.now();
      }
      text = textOf(progress, share, (performance.now() - since) / 1000);
      if (!stream.isTTY) timer ??= setInterval(() => stream.write(`${text}\n`), PRINT_MS).unref();
      // Lines are read by the thousand; the other steps are told rarely.
      draw(progress.step !== 'reading');
    },
    /** Clears the line, before another is printed. */
    clear() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
    end() {
      text = '';
      draw(true);
      clearInterval(timer);
    },
  };
}

/** The lines of a file, and how far they have been read, of 1; of standard input that is not known. */
export async function readMeasured(file: string) {
  const found = await stat(file).catch(() => null);
  const bytes = found?.isFile() && found.size > 0 ? found.size : null;
  let read = 0;
  const lines = readLines(file, (more) => {
    read += more;
  });
  return { lines, share: () => (bytes === null ? null : Math.min(read / bytes, 1)) };
}

function textOf(progress: ImportProgress, read: number | null, seconds: number): string {
  if (progress.step === 'comparing') return 'Comparing with the database';
  if (progress.step === 'finishing') return 'Finishing: search, listings and statistics';
  const done = progress.step === 'reading' ? progress.lines : progress.done;
  const perSecond = seconds > 0 ? done / seconds : 0;
  const rate = perSecond > 0 ? `, ${number(perSecond)} a second` : '';
  const left = (share: number) => (perSecond > 0 && share > 0 ? `, ${number(seconds / share - seconds)} s left` : '');
  if (progress.step === 'reading') {
    const bar = read === null ? '' : `${barOf(read)} `;
    return `Reading and checking: ${bar}${number(done)} lines${rate}${left(read ?? 0)}`;
  }
  const { total } = progress;
  const share = total === 0 ? 1 : done / total;
  return `Writing: ${barOf(share)} ${number(done)} of ${number(total)} lines${rate}${left(share)}`;
}

const barOf = (share: number) => `[${'#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '.')}]`;

const number = (value: number) => Math.round(value).toLocaleString('en');
