import type { Field } from './filter-form.js';

type Choices = { countries: readonly string[]; locations: readonly { city: string | null }[] };

/** A filter by country, which suggests all that exist. */
export const countryField = (countries: readonly string[]): Field => ({
  name: 'country',
  label: 'Country',
  kind: 'text',
  suggested: countries,
});

/** Filters by country and by city, which suggest those that exist. */
export const locationFields = ({ countries, locations }: Choices): Field[] => [
  countryField(countries),
  { name: 'city', label: 'City', kind: 'text', suggested: sorted(locations.flatMap(({ city }) => city ?? [])) },
];

/** A filter by club, which suggests names. */
export const clubField = (clubs: readonly { name: string }[]): Field => ({
  name: 'club',
  label: 'Club',
  kind: 'text',
  suggested: sorted(clubs.map(({ name }) => name)),
});

const collator = new Intl.Collator('en');

export const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort(collator.compare);
