// Violations that axe finds on a page.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Violations of these rules or tags, outside of the elements of a selector, with the beginnings of some elements. */
export async function violationsOn(
  page: Page,
  rules: readonly string[],
  without?: string,
): Promise<{ id: string; nodes: string }[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  const context = without === undefined ? {} : { exclude: [[without]] };
  const options = { runOnly: rules, resultTypes: ['violations'], preload: false };
  return page.evaluate(`axe.run(${JSON.stringify({ include: [['html']], ...context })}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ') })))`);
}

/** Rules about the frame of a page, regardless of its content. */
export const FRAME_RULES = [
  'document-title',
  'html-has-lang',
  'landmark-banner-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
];
