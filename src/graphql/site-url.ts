import type { Context } from './context.js';

/** Link to a page of the public website. */
export function siteUrl(
  { siteUrl }: Context,
  folder: 'tournaments' | 'clubs' | 'battles' | 'players' | 'factions',
  key: string,
): string {
  return `${siteUrl}/${folder}/${encodeURIComponent(key)}`;
}

/** Where methods are explained. */
export const methodUrl = ({ siteUrl }: Context): string => `${siteUrl}/method`;

/** Of a field that is such an address. */
export const LINK = { jsonSchema: { format: 'uri' } };
