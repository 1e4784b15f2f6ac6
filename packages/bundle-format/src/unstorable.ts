import type { Problem } from './problem.js';

const MESSAGE = 'contains a character that cannot be stored (NUL or half of a surrogate pair)';
const DEPTH_MAX = 20;

/** Finds characters that JSON can express and PostgreSQL cannot store. */
export function unstorable(value: unknown, path = '', depth = 0): Problem[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path, message: MESSAGE }];
  // No record is that deep: this is refused for its shape.
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(value))
    return value.flatMap((element, index) => unstorable(element, `${path}[${index}]`, depth + 1));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isStorable(key)
      ? unstorable(inner, path ? `${path}.${key}` : key, depth + 1)
      : [{ path, message: `has a key that ${MESSAGE}` }],
  );
}

function isStorable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}
