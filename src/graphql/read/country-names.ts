// Names of countries: a filter understands any of them, and ISO codes, whichever the data has.

/** Names in use besides the one that Unicode has, by ISO code. */
const ALSO: Record<string, string[]> = {
  AE: ['UAE'],
  BA: ['Bosnia'],
  CI: ['Ivory Coast'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'Britain'],
  HK: ['Hong Kong'],
  IE: ['Republic of Ireland'],
  KR: ['Korea', 'Republic of Korea'],
  MK: ['Macedonia'],
  NL: ['The Netherlands', 'Holland'],
  RU: ['Russian Federation'],
  TR: ['Turkey'],
  US: ['USA', 'United States of America'],
  VN: ['Viet Nam'],
};

const fold = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** By each name and code, folded: all names and codes of that country. */
const KNOWN = new Map<string, string[]>();
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
for (const code of [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second))) {
  const name = english.of(code);
  if (name === undefined) continue;
  // An outdated code, such as UK, has the name of the country that has another now.
  const all = KNOWN.get(fold(name)) ?? [];
  for (const each of [code, name, name.replace('&', 'and'), ...(ALSO[code] ?? [])]) {
    if (!all.includes(each)) all.push(each);
    KNOWN.set(fold(each), all);
  }
}

/** All names of the country that is meant; what is no country is left as it is. */
export const countryNames = (given: string): readonly string[] => [given, ...(KNOWN.get(fold(given)) ?? [])];
