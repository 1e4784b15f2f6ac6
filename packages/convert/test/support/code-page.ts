/** As a program saves text that knows no Unicode. */
export function inCodePage(page: 'windows-1250' | 'windows-1252' | 'iso-8859-2', text: string): Uint8Array {
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [characterOf(page, byte), byte]));
  return Uint8Array.from(text, (character) => {
    const byte = bytes.get(character);
    if (byte === undefined) throw new Error(`${page} has no ${character}`);
    return byte;
  });
}

/** Node before 24 decodes Windows-1252 as Latin-1, which has no sign from 0x80 to 0x9f. */
const SIGNS: Record<number, string> = { 128: '€', 140: 'Œ', 147: '“', 148: '”', 150: '–', 156: 'œ', 159: 'Ÿ' };

const characterOf = (page: string, byte: number): string =>
  (page === 'windows-1252' ? SIGNS[byte] : undefined) ?? new TextDecoder(page).decode(Uint8Array.of(byte));
