// The guide for developers, which is docs/api.md.
import { existsSync, readFileSync } from 'node:fs';
import { documentOf } from '../components/document.js';
import { htmlOf } from '../markdown.js';
import type { RenderedBody, Site } from '../route.js';

export const GUIDE_PATH = '/developers/guide';

/** The build has a copy of its own, so that it can be installed without the sources. */
const BUILT = new URL('../../docs/api.md', import.meta.url);
const MARKDOWN = readFileSync(existsSync(BUILT) ? BUILT : new URL('../../../docs/api.md', import.meta.url), 'utf8');

export function guidePage(site: Site): RenderedBody {
  /** Of the other documents, only the method has a page. */
  const linkOf = (target: string) => {
    if (target.startsWith('#')) return target;
    return target.startsWith('method.md') ? `${site.root}/method${target.slice('method.md'.length)}` : null;
  };
  return documentOf(
    {
      title: 'Guide for developers',
      description: 'How to use the API: paging, errors, cost, live results and following changes.',
      // Made from our own document, with its text escaped.
      main: <article class="prose guide" dangerouslySetInnerHTML={{ __html: htmlOf(MARKDOWN, linkOf) }} />,
    },
    site,
  );
}
