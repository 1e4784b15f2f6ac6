import type { Problem } from './problem.js';

type Schema = { maxLength?: number; properties?: Record<string, object>; items?: object };

/**
 * Texts with more code points than their schema allows. The database counts these; the validator counts a letter and
 * its accents as one.
 */
export function tooLong(value: unknown, schema: object = {}, path = ''): Problem[] {
  const { maxLength = Number.POSITIVE_INFINITY, properties, items } = schema as Schema;
  if (typeof value === 'string') {
    const fits = value.length <= maxLength || [...value].length <= maxLength;
    return fits ? [] : [{ path, message: `must be at most ${maxLength} characters` }];
  }
  if (Array.isArray(value)) return value.flatMap((each, index) => tooLong(each, items, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    tooLong(inner, properties?.[key], path ? `${path}.${key}` : key),
  );
}
