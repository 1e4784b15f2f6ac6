import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Site } from '../route.js';

const NOWHERE: Site = { root: '', url: '', address: '' };

/** Where the page is, for whatever links from it. */
export const SiteContext = createContext<Site>(NOWHERE);

/** A path of the site as it stands in a page. */
export function useHref(): (path: string) => string {
  const { root } = useContext(SiteContext);
  return (path) => `${root}${path}`;
}
