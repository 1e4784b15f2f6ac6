import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Site } from '../route.js';

/** Location of the page being rendered, used by its links. */
export const SiteContext = createContext<Pick<Site, 'root'>>({ root: '' });

/** Returns a function that prefixes a site path with the root under which the service is served. */
export function useHref(): (path: string) => string {
  const { root } = useContext(SiteContext);
  return (path) => `${root}${path}`;
}
