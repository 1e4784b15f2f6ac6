// Addresses of all pages, in one place.
const at = (folder: string) => (key: string) => `/${folder}/${encodeURIComponent(key)}`;

export const tournamentAt = at('tournaments');
export const clubAt = at('clubs');
export const playerAt = at('players');
export const battleAt = at('battles');
export const factionAt = at('factions');
export const pairingAt = (faction: string, opponent: string) => `${factionAt(faction)}/${encodeURIComponent(opponent)}`;
export const stageAt = (slug: string, stage: string, round?: number) =>
  `${tournamentAt(slug)}/${encodeURIComponent(stage)}${round === undefined ? '' : `?round=${round}`}`;

/** Appends the query parameters that have a value. */
export function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] != null && entry[1] !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Returns the address if it is http(s), else null. The text is data, and could be a `javascript:` URL. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
