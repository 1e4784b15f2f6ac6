// Error pages. Everything that is missing looks the same, byte for byte, so that a 404 never reveals unpublished data.

import type { ApiError } from '../../errors.js';
import { documentOf } from '../components/document.js';
import { Link } from '../components/link.js';
import type { RenderedBody, Site } from '../route.js';

export function errorPage({ status, message }: ApiError, site: Site): RenderedBody {
  const { title, text } = inWords(status, message);
  return documentOf(
    {
      title,
      description: text,
      unlisted: true,
      main: (
        <div class="hero error">
          <p class="status">{status}</p>
          <h1>{title}</h1>
          <p class="lead">{text}</p>
          <p class="onward">
            <Link to="/">To the front page</Link>
            <Link to="/tournaments">All tournaments</Link>
            <Link to="/search">Search</Link>
          </p>
        </div>
      ),
    },
    site,
  );
}

function inWords(status: number, message: string): { title: string; text: string } {
  if (status === 404) return { title: 'Page not found', text: 'It may have moved, or it never existed.' };
  if (status === 400) return { title: 'That cannot be shown', text: `${message}.` };
  if (status === 429) return { title: 'Too many requests', text: `${message}.` };
  if (status === 405) return { title: 'Pages can only be read', text: `${message}.` };
  if (status >= 502) {
    return { title: 'The results cannot be reached right now', text: 'Try again in a moment; nothing is lost.' };
  }
  return { title: 'Internal error', text: `${message}.` };
}
