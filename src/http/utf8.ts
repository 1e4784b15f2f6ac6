// Encodes text piece by piece into a buffer that is reused: a long text in one piece is copied whole several times, and
// measured before it is written.
const SCRATCH_BYTES = 256 * 1024;
/** A buffer that has grown beyond this is released after use. */
const SCRATCH_BYTES_MAX = 4 * 1024 * 1024;
const BYTES_A_UNIT_MAX = 3;

let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

export function utf8(pieces: readonly string[]): Buffer<ArrayBuffer> {
  let at = 0;
  for (const piece of pieces) {
    if (at + piece.length * BYTES_A_UNIT_MAX > scratch.byteLength) scratch = larger(scratch, at, piece);
    at += scratch.write(piece, at, 'utf8');
  }
  const bytes = Buffer.allocUnsafeSlow(at);
  scratch.copy(bytes, 0, 0, at);
  if (scratch.byteLength > SCRATCH_BYTES_MAX) scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  return bytes;
}

function larger(old: Buffer<ArrayBuffer>, used: number, piece: string): Buffer<ArrayBuffer> {
  const made = Buffer.allocUnsafeSlow(2 * (used + piece.length * BYTES_A_UNIT_MAX));
  old.copy(made, 0, 0, used);
  return made;
}
