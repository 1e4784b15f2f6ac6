// The guide for developers, which is docs/api.md.
import { readFileSync } from 'node:fs';
import { documentOf } from '../components/document.js';
import { htmlOf } from '../markdown.js';
import type { RenderedBody, Site } from '../route.js';

export const GUIDE_PATH = '/developers/guide';

const MARKDOWN = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');

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
