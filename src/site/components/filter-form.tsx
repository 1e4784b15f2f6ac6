// Filters as a plain form: they are part of the address, so that a filtered page can be shared.
import { Link } from './link.js';
import { useHref } from './site.js';

/** Values with their labels. */
type Choices = readonly (readonly [value: string, label: string])[];

export type Field =
  /** With `suggested`, values to choose from; any other may be typed. */
  | { name: string; label: string; kind: 'text'; hint?: string; suggested?: readonly string[] }
  | { name: string; label: string; kind: 'date' }
  | { name: string; label: string; kind: 'choice'; choices: Choices }
  /** Set by a link to the page, not by the form; kept as a hidden input. */
  | { name: string; kind: 'kept' };

/** The first value is that of no filter. */
export const choice = (name: string, label: string, none: string, choices: Choices): Field => ({
  name,
  label,
  kind: 'choice',
  choices: [['', none], ...choices],
});

/** Whether anything but the page was chosen. */
export const isFiltered = (query: Record<string, string>): boolean =>
  Object.keys(query).some((name) => name !== 'after');

type FilterProps = { path: string; label: string; fields: readonly Field[]; values: Record<string, string> };

export function FilterForm({ path, label, fields, values }: FilterProps) {
  const href = useHref();
  const kept = fields.filter(({ kind }) => kind === 'kept');
  const [main, ...rest] = fields.filter((field) => field.kind !== 'kept');
  const isOpen = rest.some(({ name }) => values[name] !== undefined);
  return (
    <search class="filters" aria-label={label}>
      <form action={href(path)}>
        {kept.map(
          ({ name }) =>
            values[name] !== undefined && <input key={name} type="hidden" name={name} value={values[name]} />,
        )}
        <div class="first-filter">
          {main && <FieldInput field={main} value={values[main.name] ?? ''} />}
          <button type="submit">Show</button>
          {isFiltered(values) && (
            <Link to={path} class="clear">
              Clear all
            </Link>
          )}
        </div>
        {rest.length > 0 && (
          <details open={isOpen}>
            <summary>More filters</summary>
            <div class="more-filters">
              {rest.map((field) => (
                <FieldInput key={field.name} field={field} value={values[field.name] ?? ''} />
              ))}
            </div>
          </details>
        )}
      </form>
    </search>
  );
}

function FieldInput({ field, value }: { field: Exclude<Field, { kind: 'kept' }>; value: string }) {
  const id = `filter-${field.name}`;
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {field.kind === 'choice' ? (
        <select id={id} name={field.name}>
          {field.choices.map(([each, label]) => (
            <option key={each} value={each} selected={each === value}>
              {label}
            </option>
          ))}
        </select>
      ) : field.kind === 'date' ? (
        <input id={id} name={field.name} type="date" value={value} />
      ) : (
        <>
          <input
            id={id}
            name={field.name}
            type="text"
            value={value}
            maxLength={200}
            autocomplete="off"
            {...(field.hint && { placeholder: field.hint })}
            {...(field.suggested && { list: `${id}-suggested` })}
          />
          {field.suggested && (
            <datalist id={`${id}-suggested`}>
              {field.suggested.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      )}
    </div>
  );
}
