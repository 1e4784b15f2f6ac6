import type { GraphQLResolveInfo } from 'graphql';
import type * as stored from '../../db/generated/enums.js';
import { RECORDS } from '../../db/log/records.js';
import { readFound, readSimilar } from '../../db/read/search.js';
import { errors } from '../../errors.js';
import { type PageBounds, pageEnd } from '../../paging/page.js';
import { builder } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { SearchKind } from '../builder/enums.js';
import { COUNT_OF_EVERYTHING, searchCost } from '../builder/prices.js';
import { connectionOf, connectionType } from '../read/connection.js';
import { costOfPage, EVERYTHING, NODES, pageArgs, pageCost, readListing } from '../read/listing.js';
import { CHECKED_TEXT, TEXT_MAX, wordsIn } from '../read/text.js';
import { readThings } from '../read/things.js';
import { Club } from './club.js';
import { FactionConnection, narrowFactions } from './faction.js';
import { findLocations, Location, locationArgs, locationsCost } from './location.js';
import { Player } from './player.js';
import { Tournament } from './tournament.js';

const KIND_NAMES = ['tournament', 'club', 'player'] as const satisfies readonly stored.SearchKind[];

const SearchResult = builder.unionType('SearchResult', {
  description: 'Something that was found by its name.',
  types: [Tournament, Club, Player],
});

const SearchConnection = connectionType('Search', SearchResult, { counted: false });

/** What was looked for, and whether the names on the page are only similar to it. */
type Search = { text: string; similar: boolean };
const searches = new WeakMap<object, Search>();
const searchOf = (page: object): Search => searches.get(page) ?? { text: '', similar: false };

builder.objectFields(SearchConnection, (t) => ({
  similar: t.boolean({
    description: 'True when nothing was found, and these are names of a similar spelling.',
    resolve: (page) => searchOf(page).similar,
  }),
  factions: t.field({
    type: FactionConnection,
    description: 'The factions that the text names, as in `factions(text:)`; the same on every page.',
    args: pageArgs,
    // All factions are read.
    complexity: (args) => ({ ...costOfPage(args, COUNT_OF_EVERYTHING), field: COUNT_OF_EVERYTHING, isBeside: true }),
    resolve: (page, args, context, info) =>
      readListing('factions', EVERYTHING, args, context, info, narrowFactions(searchOf(page))),
  }),
  locations: t.field({
    type: [Location],
    description: 'The countries and cities that the text names, as in `locations(text:)`; the same on every page.',
    args: locationArgs,
    complexity: (args) => ({ ...locationsCost(args), isBeside: true }),
    resolve: (page, args, context) => findLocations(searchOf(page).text, args, context),
  }),
}));

type SearchArgs = PageBounds & { text: string; kinds?: readonly stored.SearchKind[] | null | undefined };

builder.queryField('search', (t) =>
  t.field({
    type: SearchConnection,
    description:
      'Tournaments, clubs and players by their names, and beside them factions, countries and cities. Every word of the text must begin a word of the name, in any ' +
      'order, without regard to case and accents. Whole words come first, then what was active last, then the ' +
      'alphabet. When nothing is found, one page of names with a similar spelling, where the database supports it.',
    args: {
      text: t.arg.string({
        required: true,
        description: `What to look for, from one letter on; ${TEXT_MAX} characters at most, of which ten words count.`,
        extensions: { ...CHECKED_TEXT, minLength: 1, maxLength: TEXT_MAX },
      }),
      kinds: t.arg({ type: [SearchKind], description: 'Only these kinds; all of them when left out.' }),
      ...pageArgs,
    },
    complexity: ({ text, ...args }) => ({
      ...pageCost(args),
      field: searchCost(wordsIn(text)),
    }),
    resolve: (_root, args, context, info) => readSearch(args, context, info),
  }),
);

async function readSearch({ text, ...args }: SearchArgs, context: Context, info: GraphQLResolveInfo) {
  const kinds = args.kinds?.length ? KIND_NAMES.filter((kind) => args.kinds?.includes(kind)) : KIND_NAMES;
  const scope = JSON.stringify(['search', text, kinds]);
  const keyAt = (end: 'after' | 'before') => (args[end] == null ? null : context.cursors.read(args[end], scope, end));
  const [after, before] = [keyAt('after'), keyAt('before')];
  // PostgreSQL text cannot contain NUL.
  const request = { text: text.replaceAll('\0', ' '), kinds, after, before, ...pageEnd(args) };
  const { found: exact, hasMore } = await readFound(context.sql, request);
  const isExact = exact.length > 0 || after !== null || before !== null;
  const found = isExact ? exact : await readSimilar(context.sql, request);
  const nodes = await readThings(found, NODES, context, info);
  for (const [at, { kind }] of found.entries()) if (!nodes[at]) throw errors.notFound(RECORDS[kind].type);
  const positions = found.map(({ at }) => at);
  const hasNext = before !== null || (hasMore && !request.fromEnd);
  const page = {
    positions,
    lastPosition: hasNext ? (positions.at(-1) ?? null) : null,
    hasNext,
    hasPrevious: after !== null || (hasMore && request.fromEnd),
  };
  const sign = (position: string) => context.cursors.write(position, scope);
  const shown = context.releaseLater(nodes as never[]);
  const connection = connectionOf({ ...page, hasParent: true }, shown, uncounted, context, sign);
  searches.set(connection, { text, similar: !isExact && found.length > 0 });
  return connection;
}

const uncounted = () => Promise.reject(new Error('A search is not counted'));
