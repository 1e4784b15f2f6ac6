import type { PageKind } from '../../db/read/sitemap-keys.js';
import type { Context } from '../builder/context.js';

/** Folder of the pages of each kind. */
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

/** Link to the page that explains the methods. */
export const methodUrl = ({ siteUrl }: Context): string => `${siteUrl}/method`;

/** Extensions of a field that holds such a link. */
export const LINK = { jsonSchema: { format: 'uri' } };

/** The field with the link to the page of an object, whose key `keyOf` returns. */
export const pageLink = <Parent>(kind: PageKind, keyOf: (parent: Parent) => string) => ({
  description: `Link to the ${kind} page.`,
  extensions: LINK,
  resolve: (parent: Parent, _args: object, context: Context) => siteUrl(context, FOLDERS[kind], keyOf(parent)),
});
