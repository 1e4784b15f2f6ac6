import type { Field } from './filter-form.js';

type Locations = readonly { city: string | null; country: string | null }[];

/** Filters by country and by city, which suggest those that exist. */
export const placeFields = (locations: Locations): Field[] => [
  {
    name: 'country',
    label: 'Country',
    kind: 'text',
    suggested: sorted(locations.flatMap(({ city, country }) => (city === null && country !== null ? [country] : []))),
  },
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
