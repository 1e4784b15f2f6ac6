// Text in the encodings that spreadsheets and organisers' programs write.

/** UTF-8 and UTF-16 with a byte order mark, UTF-16 without one, UTF-8, and otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const encoding = encodingOf(bytes);
  if (encoding === 'windows-1252') return { text: decodeWindows(bytes), encoding };
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const [even, odd] = zerosOf(bytes.subarray(0, 4096));
  // Latin letters in UTF-16 have a zero in every other place; no other text has any.
  if (even + odd > 0) return even > odd ? 'utf-16be' : 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The characters from 0x80 to 0x9f; Node before 24 decodes them as Latin-1, where they are control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeWindows(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (character) => WINDOWS[character.charCodeAt(0) - 0x80] ?? character);
}

function zerosOf(bytes: Uint8Array): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  return zeros;
}
