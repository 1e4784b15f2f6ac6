import { type Location as Counted, readCountries, readLocations } from '../../db/read/locations.js';
import { PAGE_SIZE, pageSize } from '../../paging/page.js';
import { builder } from '../builder/builder.js';
import { CHECKED_SIZE } from '../builder/checked.js';
import type { Context } from '../builder/context.js';
import { type Cost, foundAmongAll } from '../builder/prices.js';
import { countryNames } from '../read/country-names.js';
import { withoutNul } from '../read/filters.js';
import { CHECKED_TEXT } from '../read/text.js';

export const Location = builder.objectRef<Counted>('Location').implement({
  description: 'A country or a city with published tournaments or with clubs.',
  fields: (t) => ({
    city: t.exposeString('city', { nullable: true, description: 'Town or city; null for a country.' }),
    country: t.exposeString('country', { nullable: true, description: 'Country name, as the data has it.' }),
    tournaments: t.exposeInt('tournaments', { description: 'Published tournaments there.' }),
    clubs: t.exposeInt('clubs', { description: 'Clubs there.' }),
  }),
});

export const locationArgs = builder.args((t) => ({
  first: t.int({
    defaultValue: PAGE_SIZE,
    description: 'How many at most; 100 at most.',
    extensions: CHECKED_SIZE,
  }),
}));

type LocationArgs = { first?: number | null | undefined };

export const locationsCost = ({ first }: LocationArgs): Cost => foundAmongAll(pageSize(first));

/** With a text, those that it names. */
export function findLocations(text: string | null | undefined, { first }: LocationArgs, { sql }: Context) {
  const given = text == null ? null : withoutNul(text);
  return readLocations(sql, given, given === null ? [] : countryNames(given), pageSize(first));
}

builder.queryField('locations', (t) =>
  t.field({
    type: [Location],
    description:
      'Countries and cities, those with most tournaments and clubs first. `tournaments` and `clubs` can be filtered by them.',
    args: {
      text: t.arg.string({
        description:
          'Every word of it begins a word of the name, as in `search`; or another name of a country, or its code.',
        extensions: CHECKED_TEXT,
      }),
      ...locationArgs,
    },
    complexity: locationsCost,
    resolve: (_root, { text, ...args }, context) => findLocations(text, args, context),
  }),
);

builder.queryField('countries', (t) =>
  t.stringList({
    description:
      'Every country with published tournaments or with clubs, in alphabetical order, each as the data has it: what to ' +
      'offer where something is filtered by country.',
    complexity: foundAmongAll(PAGE_SIZE),
    resolve: (_root, _args, { sql }) => readCountries(sql),
  }),
);
