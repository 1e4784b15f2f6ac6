import { withQuery } from './addresses.js';
import { Link } from './link.js';

type PagingProps = {
  path: string;
  query: Record<string, string>;
  /** Where the next page begins, if there is one. */
  next: string | null;
  name?: string;
  /** The name of the cursor in the address. */
  cursor?: string;
};

/** To the first page and to the next; each is an address like any other. */
export function Paging({ path, query, next, name = 'Pages', cursor = 'after' }: PagingProps) {
  const later = query[cursor] !== undefined;
  if (!later && next === null) return null;
  return (
    <nav class="paging" aria-label={name}>
      {later && (
        <Link to={withQuery(path, { ...query, [cursor]: null })} class="button">
          First page
        </Link>
      )}
      {next !== null && (
        <Link to={withQuery(path, { ...query, [cursor]: next })} class="button">
          Next page
        </Link>
      )}
    </nav>
  );
}
