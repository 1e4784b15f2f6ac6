// A mark for each faction, derived from its name: a hue, a shape and initials. It can be recognised without colour
// vision, and the same name always gets the same mark.

import { factionAt } from './addresses.js';
import { Link } from './link.js';

const SHAPES = [
  'M5 1h14a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4z',
  'M12 0 23 4v8c0 6-4 10-11 12C5 22 1 18 1 12V4z',
  'M12 .5 22.5 6.3v11.4L12 23.5 1.5 17.7V6.3z',
  'M12 .5a11.5 11.5 0 1 1 0 23 11.5 11.5 0 0 1 0-23z',
  'M7 .8h10l6.2 6.2v10L17 23.2H7L.8 17V7z',
];

const HUES = 360;
/** Golden angle: consecutive hashes get hues that are far apart. */
const STEP = 137.508;

/** FNV-1a: short, and stable across Node versions. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

function initialsOf(name: string): string {
  const words = name.split(/[\s\-'’]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = '?', second] = words.filter((word) => !/^(of|the|and)$/i.test(word));
  return second === undefined ? [...first].slice(0, 2).join('') : `${[...first][0]}${[...second][0]?.toUpperCase()}`;
}

export function FactionMark({ name }: { name: string }) {
  const hash = hashOf(plain(name));
  const hue = Math.round(((hash % 1000) * STEP) % HUES);
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[(hash >>> 12) % SHAPES.length] ?? ''} fill={`oklch(0.47 0.105 ${hue})`} />
      <text x="12" y="16" text-anchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  );
}

/** Returns a lookup of faction slugs by name or alias, however they are spelled. */
export function slugsByName(
  factions: readonly { slug: string; name: string; aliases: readonly string[] }[],
): (name: string | null) => string | undefined {
  const slugs = new Map(
    factions.flatMap(({ slug, name, aliases }) => [name, ...aliases].map((each) => [plain(each), slug])),
  );
  return (name) => (name === null ? undefined : slugs.get(plain(name)));
}

/** Letters that Unicode does not decompose, and signs that are typed in different forms, as `sort_name` has them. */
const ALIKE: readonly (readonly [form: RegExp, one: string])[] = [
  ...Object.entries({ æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ς: 'σ' }).map(
    ([letter, one]) => [new RegExp(letter, 'g'), one] as const,
  ),
  [/[‘’‛ʹʻʼʽˈ′]/g, "'"],
  [/[“”„‟]/g, '"'],
  [/\p{Pd}/gu, '-'],
];
const MARKS =
  /(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu;

/** The same for all spellings of a name that are one faction in figures and filters. */
function plain(name: string): string {
  if (/^[ -~]*$/.test(name)) return singleSpaced(name).toLowerCase();
  // Some letters are small in one form only once they were capitals.
  const small = name.normalize('NFKD').replace(MARKS, '').toUpperCase().toLowerCase();
  return singleSpaced(ALIKE.reduce((text, [form, one]) => text.replace(form, one), small));
}

const singleSpaced = (name: string) => name.trim().replace(/\s+/g, ' ');

/**
 * Returns the one name to show for every spelling of a faction, by the rule of statistics: one with capitals and small
 * letters if there is one, then the first.
 */
export function namesToShow(spellings: readonly (string | null)[]): (spelling: string | null) => string {
  const isOneCase = (name: string) => Number(name === name.toUpperCase() || name === name.toLowerCase());
  const names = new Map<string, string>();
  for (const spelling of spellings) {
    const [key, name] = [plain(spelling ?? ''), singleSpaced(spelling ?? '')];
    const known = names.get(key) ?? name;
    const isBetter = isOneCase(name) - isOneCase(known) || (name < known ? -1 : 1);
    names.set(key, isBetter < 0 ? name : known);
  }
  return (spelling) => names.get(plain(spelling ?? '')) ?? '';
}

export function Faction({ name }: { name: string | null }) {
  if (name === null || name === '') return <span class="quiet">no faction</span>;
  return (
    <span class="faction">
      <FactionMark name={name} /> <bdi>{name}</bdi>
    </span>
  );
}

/** Links to the faction's page if it has one. */
export function FactionLink({ name, slug }: { name: string; slug: string | undefined }) {
  const shown = <Faction name={name} />;
  return slug === undefined ? shown : <Link to={factionAt(slug)}>{shown}</Link>;
}
