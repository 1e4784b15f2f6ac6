// The icon as a PNG, which is the only format that phones accept for their home screens.
import { crc32, deflateSync } from 'node:zlib';

export const TOUCH_ICON_SIZE = 192;

/** Draws the lines of an icon of 32 × 32 units in white on a colour. */
export function touchIcon(svg: string, colour: string): Uint8Array<ArrayBuffer> {
  const stroke = Number(/stroke-width="([\d.]+)"/.exec(svg)?.[1]);
  const lines = [...svg.matchAll(/M(\d+) (\d+)([lL])(-?\d+) ?(-?\d+)/g)].map(([, x, y, kind, dx, dy]) => {
    const [left, top] = kind === 'l' ? [Number(x), Number(y)] : [0, 0];
    return [Number(x), Number(y), left + Number(dx), top + Number(dy)] as const;
  });
  const unit = TOUCH_ICON_SIZE / 32;
  const ground = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(TOUCH_ICON_SIZE * (1 + 3 * TOUCH_ICON_SIZE));
  let to = 0;
  for (let row = 0; row < TOUCH_ICON_SIZE; row += 1) {
    to += 1;
    for (let column = 0; column < TOUCH_ICON_SIZE; column += 1) {
      let nearest = Infinity;
      for (const line of lines) {
        nearest = Math.min(nearest, distance((column + 0.5) / unit, (row + 0.5) / unit, line));
      }
      const covered = Math.min(1, Math.max(0, (stroke / 2 - nearest) * unit + 0.5));
      for (const part of ground) {
        rows[to] = Math.round(part + (255 - part) * covered);
        to += 1;
      }
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(TOUCH_ICON_SIZE, 0);
  head.writeUInt32BE(TOUCH_ICON_SIZE, 4);
  // Eight bits each of red, green and blue.
  head.set([8, 2], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function distance(x: number, y: number, [x1, y1, x2, y2]: readonly [number, number, number, number]): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
