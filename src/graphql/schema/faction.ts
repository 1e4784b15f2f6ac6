import { nameFilter } from '../../db/read/filter.js';
import { builder, ID_RULE, Node } from '../builder/builder.js';
import { factionBySlug } from '../read/by-key.js';
import { connectionType } from '../read/connection.js';
import { filteredCost, withoutNul } from '../read/filters.js';
import { findByEither } from '../read/find-visible.js';
import { globalId } from '../read/global-id.js';
import { EVERYTHING, type ListingFilter, pageArgs, readListing } from '../read/listing.js';
import { pageLink } from '../read/site-url.js';
import { CHECKED_TEXT } from '../read/text.js';

const slugOf = ({ slug }: { slug: string }) => slug;

export const Faction = builder.prismaObject('Faction', {
  description: 'A faction that was signed up with or played in a published tournament, under all its spellings.',
  interfaces: [Node],
  select: { slug: true },
  fields: (t) => ({
    id: t.id({ description: ID_RULE, resolve: ({ slug }) => globalId('Faction', slug) }),
    slug: t.exposeString('slug', { description: 'Short name used in the faction web address.' }),
    name: t.exposeString('name', { description: 'Faction name.' }),
    aliases: t.exposeStringList('aliases', { description: 'Other names under which it is played.' }),
    url: t.string(pageLink('faction', slugOf)),
  }),
});

export function narrowFactions({ text }: { text?: string | null | undefined }): ListingFilter {
  if (text == null) return {};
  return { filters: [nameFilter(withoutNul(text))], given: { text } };
}

export const FactionConnection = connectionType('Faction', Faction);

builder.queryFields((t) => ({
  factions: t.field({
    type: FactionConnection,
    description:
      'Every faction that was signed up with or played in a published tournament, in alphabetical order: whatever ' +
      '`tournaments(faction:)` finds. Archived battles do not count.',
    args: {
      text: t.arg.string({
        description: 'Every word of it begins a word of the name, as in `search`.',
        extensions: CHECKED_TEXT,
      }),
      ...pageArgs,
    },
    complexity: (args) => filteredCost('factions', args, narrowFactions(args)),
    resolve: (_root, args, context, info) =>
      readListing('factions', EVERYTHING, args, context, info, narrowFactions(args)),
  }),
  faction: t.field({
    type: Faction,
    nullable: true,
    description: 'One faction.',
    args: { slug: t.arg.string({ required: true, description: "The faction's short name." }) },
    resolve: (_root, { slug }, context, info) =>
      findByEither('Faction', slug, context, (key) => factionBySlug(key, context, info)),
  }),
}));
