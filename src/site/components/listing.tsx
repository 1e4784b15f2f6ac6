// A page of everything of one kind: what to choose by, what that leaves, and the way on.
import type { ComponentChildren } from 'preact';
import { type Field, FilterForm } from './filter-form.js';
import { Link } from './link.js';
import { Paging } from './paging.js';

type ListingProps = {
  name: string;
  lead?: ComponentChildren;
  path: string;
  /** What the form is for. */
  label: string;
  fields: readonly Field[];
  query: Record<string, string>;
  next: string | null;
  /** What is said when nothing is left. */
  none: string;
  /** Null when nothing is left. */
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
          {none} <Link to={path}>Show them all</Link>
        </p>
      )}
      <Paging path={path} query={query} next={next} />
    </>
  );
}
