// A page that lists all records of one kind: filters, results and paging.
import type { ComponentChildren } from 'preact';
import { type Field, FilterForm, isFiltered } from './filter-form.js';
import { Link } from './link.js';
import { Paging } from './paging.js';

type ListingProps = {
  name: string;
  lead?: ComponentChildren;
  path: string;
  /** Accessible name of the filter form. */
  label: string;
  fields: readonly Field[];
  query: Record<string, string>;
  next: string | null;
  /** Text shown when nothing matches. */
  none: string;
  /** Null when nothing matches. */
  children: ComponentChildren;
};

export function Listing({ name, lead, path, label, fields, query, next, none, children }: ListingProps) {
  return (
    <>
      <h1 class="alone">{name}</h1>
      {lead && <p class="lead">{lead}</p>}
      <FilterForm path={path} label={label} fields={fields} values={query} />
      {children ?? (
        <p class="nothing">
          {none} {isFiltered(query) && <Link to={path}>Show them all</Link>}
        </p>
      )}
      <Paging path={path} query={query} next={next} />
    </>
  );
}
