import { withQuery } from './addresses.js';
import { Link } from './link.js';

type PagingProps = {
  path: string;
  query: Record<string, string>;
  /** Cursor of the next page; null on the last one. */
  next: string | null;
  name?: string;
  /** Query parameter that holds the cursor. */
  cursor?: string;
};

/** Links to the first and to the next page. */
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
