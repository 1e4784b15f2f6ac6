// What axe finds on a page, which is opened with `bypassCSP`: what axe does is no script of the page.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Look = {
  /** Rules of these names that are not meant. */
  except?: readonly string[];
  /** Elements that are not looked at. */
  without?: string;
};

/** Of these rules or kinds of rules; each with the beginning of some of the elements it is about. */
export async function violationsOn(
  page: Page,
  rules: readonly string[],
  { except = [], without }: Look = {},
): Promise<{ id: string; nodes: string }[]> {
  await page.evaluate(axe.source);
  const context = without === undefined ? {} : { exclude: [[without]] };
  const options = {
    runOnly: rules,
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    preload: false,
  };
  return page.evaluate(`axe.run(${JSON.stringify({ include: [['html']], ...context })}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ') })))`);
}

/** Those of the frame of a page, whatever is in it. */
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
