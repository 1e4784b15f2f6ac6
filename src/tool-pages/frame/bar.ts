import { DEMO_KEY, KEY_PREFIX } from '../../key.js';

/** What the bar on top of a tool page shows. */
export type BarSettings = {
  /** What stands in the key field until the visitor puts in another. */
  key: string;
  /** The other pages. Addresses are relative, since a proxy may serve them all below a path of its own. */
  links: { name: string; href: string; here: boolean }[];
};

export const PLACEHOLDER_KEY = `${KEY_PREFIX}YOUR_KEY`;

const LINKS = [
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
