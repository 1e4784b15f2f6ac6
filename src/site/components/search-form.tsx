import { useHref } from './site.js';

type SearchFormProps = { label: string; text?: string; class?: string };

export function SearchForm({ label, text = '', class: look = 'search' }: SearchFormProps) {
  const href = useHref();
  return (
    <search class={look}>
      <form action={href('/search')}>
        <input
          name="q"
          type="search"
          value={text}
          aria-label={label}
          placeholder="Name or place"
          maxLength={200}
          autocomplete="off"
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
