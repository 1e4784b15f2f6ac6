import type { PageKind } from '../db/read/page-keys.js';
import type { Context } from './context.js';

/** Where the pages of each kind stand. */
export const FOLDERS = {
  tournament: 'tournaments',
  club: 'clubs',
  player: 'players',
  battle: 'battles',
  faction: 'factions',
} as const satisfies Record<PageKind, string>;

/** Link to a page of the public website. */
export function siteUrl({ siteUrl }: Context, folder: (typeof FOLDERS)[PageKind], key: string): string {
  return `${siteUrl}/${folder}/${encodeURIComponent(key)}`;
}

/** Where methods are explained. */
export const methodUrl = ({ siteUrl }: Context): string => `${siteUrl}/method`;

/** Of a field that is such an address. */
export const LINK = { jsonSchema: { format: 'uri' } };
