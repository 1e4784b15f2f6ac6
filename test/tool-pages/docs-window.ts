import type { BrowserContextOptions, Locator } from 'playwright-core';
import { newVisitor, type WatchedPage } from '../support/browser.js';
import { DESKTOP, type DemoSite } from './demo-site.js';

/** The REST reference as a visitor uses it. */
export class DocsWindow {
  static async open(
    { browser, served }: Pick<DemoSite, 'browser' | 'served'>,
    options: BrowserContextOptions = DESKTOP,
    hash = '',
  ): Promise<DocsWindow> {
    const window = new DocsWindow(await newVisitor(browser, `${served.url}/docs${hash}`, options));
    await window.routes.first().waitFor();
    return window;
  }

  readonly #page: WatchedPage;
  readonly routes: Locator;
  readonly keyField: Locator;
  /** Of the open route: status and body of the response, and the request as a curl command. */
  readonly status: Locator;
  readonly body: Locator;
  readonly curl: Locator;
  /** The GraphQL operation of the open route. */
  readonly graphql: Locator;

  private constructor(page: WatchedPage) {
    this.#page = page;
    this.routes = page.locator('.opblock');
    this.keyField = page.getByLabel('API key');
    const answer = page.locator('.live-responses-table tbody');
    this.status = answer.locator('.response-col_status');
    this.body = answer.locator('.highlight-code').first();
    this.curl = page.locator('.curl-command');
    this.graphql = page.locator('.same-over-graphql');
  }

  get page(): WatchedPage {
    return this.#page;
  }

  async openRoute(path: string): Promise<void> {
    await this.routes.locator(`[data-path="${path}"]`).click();
    await this.#page.getByRole('button', { name: 'Execute' }).waitFor();
  }

  async fill(parameter: string, value: string): Promise<void> {
    await this.parameter(parameter).fill(value);
  }

  parameter(name: string): Locator {
    return this.#page.locator(`tr[data-param-name="${name}"] input`);
  }

  async execute(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Execute' }).click();
  }
}
