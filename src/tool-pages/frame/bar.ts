import { DEMO_KEY, KEY_PREFIX } from '../../key.js';

/** Contents of the bar at the top of a tool page. */
export type BarSettings = {
  /** Initial value of the key field. */
  key: string;
  /** Links to the other pages. They are relative, because a proxy may serve them all under a path prefix. */
  links: { name: string; href: string; here: boolean }[];
};

export const PLACEHOLDER_KEY = `${KEY_PREFIX}YOUR_KEY`;

const LINKS = [
  { name: 'Home', href: '.' },
  { name: 'GraphiQL', href: 'graphql' },
  { name: 'REST reference', href: 'docs' },
];

export function barSettings(here: string, { demo, graphiql }: { demo: boolean; graphiql: boolean }): BarSettings {
  return {
    key: demo ? DEMO_KEY : PLACEHOLDER_KEY,
    links: LINKS.filter(({ href }) => graphiql || href !== 'graphql').map((link) => ({
      ...link,
      here: link.href === here,
    })),
  };
}
