// Texts that often break programs, raw and as they may occur in a URL.
import fc from 'fast-check';

const NASTY = [
  ...words(`. .. % %2 %zz %00 %0d%0a %2e%2e %2F %252f %c3 %c3%a9 %ff%fe %F0%9F%98%80 null undefined __proto__ constructor
    -1 0 1e3 1.5 2147483648 ';-- " \\ {} [] <script> $1 * ~ + & = ; #x ? é 😀`),
  ...['', ' ', '\ud800', '\0', '\u202e', '9'.repeat(400), 'a'.repeat(3_000)],
];

export const anyText = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

/** A text as it may occur in a URL: raw, encoded, or partly encoded. */
export const written = (text: string) =>
  fc.constantFrom(text, safely(encodeURIComponent, text), safely(encodeURI, text), text.replace(/[^\w.~-]/g, ''));

function words(text: string): string[] {
  return text.split(/\s+/);
}

function safely(encode: (text: string) => string, text: string): string {
  try {
    return encode(text);
  } catch {
    return text;
  }
}
