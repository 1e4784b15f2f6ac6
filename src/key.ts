// Format of an API key: the fixed prefix, 32 random bytes in base 62, and a checksum (CRC-32), so that a mistyped key
// is rejected without a database query. Only the hash of a key is ever stored.
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const KEY_PREFIX = 'svc_v1_';
/** The only key that is not random: it belongs to the demo world and is removed with it. */
export const DEMO_KEY = `${KEY_PREFIX}demo`;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
const RANDOM_DIGITS = 43;
const CHECKSUM_DIGITS = 6;

export function createKey(): string {
  const start = KEY_PREFIX + base62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), RANDOM_DIGITS);
  return start + checksum(start);
}

/** True if the prefix, the length and the checksum are valid. */
export function isWellFormed(key: string): boolean {
  if (key === DEMO_KEY) return true;
  if (key.length !== KEY_PREFIX.length + RANDOM_DIGITS + CHECKSUM_DIGITS || !key.startsWith(KEY_PREFIX)) return false;
  return checksum(key.slice(0, -CHECKSUM_DIGITS)) === key.slice(-CHECKSUM_DIGITS);
}

export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Enough to distinguish keys in a listing, and no more. */
export function keyHint(key: string): string {
  return `...${key.slice(-4)}`;
}

/** True if the text may contain a key or a part of one. */
export function holdsKey(text: string): boolean {
  return text.includes(KEY_PREFIX);
}

export function withoutKeys(text: string): string {
  return text.replaceAll(ANY_KEY, `${KEY_PREFIX}***`);
}

const ANY_KEY = new RegExp(`${KEY_PREFIX}\\w*`, 'g');

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_DIGITS);
}

function base62(number: bigint, digits: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(digits, '0');
}
