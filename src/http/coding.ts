// Content codings: which one a client takes, and the tag of an answer in each.

/** The best first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

/** Of those that are to be had, what the client likes most, and the best of several that it likes as much. */
export function chooseCoding(acceptEncoding: string | null, there: readonly Coding[]): Coding {
  if (acceptEncoding === null) return 'identity';
  const weights = weightsOf(acceptEncoding);
  let chosen: Coding = 'identity';
  let most = 0;
  for (const coding of CODINGS) {
    const weight = there.includes(coding) ? weightOf(coding, weights) : 0;
    if (weight > most) [chosen, most] = [coding, weight];
  }
  return chosen;
}

/** Taken as it is unless that is refused in so many words. */
export function takesIdentity(acceptEncoding: string | null): boolean {
  return acceptEncoding === null || weightOf('identity', weightsOf(acceptEncoding)) > 0;
}

/** Less than any that is named can weigh. */
const UNNAMED_IDENTITY = 0.000_1;

function weightOf(coding: Coding, weights: ReadonlyMap<string, number>): number {
  return weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? UNNAMED_IDENTITY : 0);
}

function weightsOf(acceptEncoding: string): ReadonlyMap<string, number> {
  return new Map(
    acceptEncoding.split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return [name, weight >= 0 && weight <= 1 ? weight : 0];
    }),
  );
}

/** Different bytes need different tags, so each coding has its own. */
export function tagOf(hash: string, coding: Coding): string {
  return coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
}

/** The tag by which the client has it already, in whatever coding: each is as good. */
export function knownTag(hash: string, ifNoneMatch: string | null): string | undefined {
  if (ifNoneMatch === null) return undefined;
  const tags = CODINGS.map((coding) => tagOf(hash, coding));
  if (tags.includes(ifNoneMatch)) return ifNoneMatch;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes('*')) return tagOf(hash, 'identity');
  return tags.find((tag) => known.includes(tag));
}
