// Content codings: which one a client takes, and the tag of an answer in each.

/** The best first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

/** The best of those that are to be had. */
export function chooseCoding(acceptEncoding: string | null, there: readonly Coding[]): Coding {
  if (acceptEncoding === null) return 'identity';
  const accepted = new Map(
    acceptEncoding.split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  const takes = (coding: Coding) => accepted.get(coding) ?? accepted.get('*') ?? false;
  return CODINGS.find((coding) => there.includes(coding) && takes(coding)) ?? 'identity';
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
