// All addresses of the site, for crawlers, in parts that each begin at a key, so that the last part costs the same as
// the first.
import { type PageKind, readChunk, readChunkStarts } from '../../db/read/sitemap-keys.js';
import { builder, INTERNAL } from '../builder/builder.js';
import { described } from '../builder/enums.js';
import { included, SITEMAP, SITEMAP_PART } from '../builder/prices.js';
import { withoutNul } from '../read/filters.js';
import { FOLDERS, siteUrl } from '../read/site-url.js';

const PageKindEnum = described<PageKind>(
  'PageKind',
  'What a page of the website is about.',
  {
    tournament: 'A published tournament.',
    club: 'A club.',
    player: 'A player with a public id.',
    battle: 'A battle that is not archived.',
    faction: 'A faction that was signed up with or played in a published tournament.',
  },
  INTERNAL,
);

/** Search engines accept 50 times as many per file. */
const PART_SIZE = 1_000;

const SitemapStart = builder.objectRef<{ kind: PageKind; from: string }>('SitemapStart').implement({
  extensions: INTERNAL,
  description: 'Where a part of the addresses begins.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PageKindEnum, description: 'What the pages of this part are about.' }),
    from: t.exposeString('from', { description: 'The key of the first of them.' }),
  }),
});

const SitemapPart = builder.objectRef<{ kind: PageKind; keys: string[] }>('SitemapPart').implement({
  // Those of the pages, by the argument of the root field.
  extensions: INTERNAL,
  description: 'Addresses of pages of one kind, in the order of their keys.',
  fields: (t) => ({
    urls: t.stringList({
      description: `The addresses, ${PART_SIZE} at most.`,
      resolve: ({ kind, keys }, _args, context) => keys.map((key) => siteUrl(context, FOLDERS[kind], key)),
    }),
  }),
});

builder.queryFields((t) => ({
  sitemap: t.field({
    type: [SitemapStart],
    extensions: INTERNAL,
    description: 'All parts that the addresses of the website are listed in.',
    complexity: { ...included(), field: SITEMAP },
    resolve: (_root, _args, { sql }) => readChunkStarts(sql, PART_SIZE),
  }),
  sitemapPart: t.field({
    type: SitemapPart,
    extensions: INTERNAL,
    description: 'One part of the addresses of the website.',
    args: {
      kind: t.arg({ type: PageKindEnum, required: true, description: 'What the pages are about.' }),
      from: t.arg.string({ required: true, description: 'The key to begin at, from `sitemap`.' }),
    },
    complexity: { ...included(), field: SITEMAP_PART },
    resolve: async (_root, { kind, from }, { sql }) => ({
      kind,
      keys: await readChunk(sql, kind, withoutNul(from), PART_SIZE),
    }),
  }),
}));
