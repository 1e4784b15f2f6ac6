import type { ImportProgress } from '../bundle/import.js';

const BAR_WIDTH = 30;
const REDRAW_MS = 100;

/** A progress line that redraws itself on a terminal; prints nothing elsewhere. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr) {
  let drawn = Number.NEGATIVE_INFINITY;
  const draw = (text: string, force = false) => {
    if (!stream.isTTY || (!force && performance.now() - drawn < REDRAW_MS)) return;
    drawn = performance.now();
    stream.write(`\r\x1b[K${text}`);
  };
  return {
    show(progress: ImportProgress) {
      if (progress.step === 'reading') {
        draw(`Reading and checking: ${progress.lines.toLocaleString('en')} lines`);
      } else {
        const share = progress.total === 0 ? 1 : progress.done / progress.total;
        const bar = '#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '.');
        draw(`Writing: [${bar}] ${Math.round(share * 100)} %`, share === 1);
      }
    },
    clear: () => draw('', true),
  };
}
