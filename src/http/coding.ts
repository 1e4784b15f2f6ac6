// Content codings: which one a client accepts, and the ETag of an answer in each.
import { heaviest, weightsOf } from './weights.js';

/** Best first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

/** Returns the available coding with the highest weight; of several with the same weight, the best. */
export function chooseCoding(acceptEncoding: string | null, available: readonly Coding[]): Coding {
  if (acceptEncoding === null) return 'identity';
  const weights = weightsOf(acceptEncoding);
  return heaviest(CODINGS, (coding) => (available.includes(coding) ? weightOf(coding, weights) : 0)) ?? 'identity';
}

/** True unless the client refuses `identity`, by name or by `*`. */
export function takesIdentity(acceptEncoding: string | null): boolean {
  return acceptEncoding === null || weightOf('identity', weightsOf(acceptEncoding)) > 0;
}

/** Below any weight that a client can give. */
const UNNAMED_IDENTITY = 0.000_1;

function weightOf(coding: Coding, weights: ReadonlyMap<string, number>): number {
  return weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? UNNAMED_IDENTITY : 0);
}

/** Different bytes need different ETags, so each coding has its own. */
export function tagOf(hash: string, coding: Coding): string {
  return coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
}

/** Returns the ETag under which the client already has the answer, in any coding. */
export function knownTag(hash: string, ifNoneMatch: string | null): string | undefined {
  if (ifNoneMatch === null) return undefined;
  const tags = CODINGS.map((coding) => tagOf(hash, coding));
  if (tags.includes(ifNoneMatch)) return ifNoneMatch;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes('*')) return tagOf(hash, 'identity');
  return tags.find((tag) => known.includes(tag));
}
