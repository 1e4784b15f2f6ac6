import type { Locator } from 'playwright-core';
import type { WatchedPage } from '../support/browser.js';

/** The REST reference as a visitor uses it. */
export class DocsWindow {
  /** For a visitor whose page it is. */
  static async over(page: WatchedPage): Promise<DocsWindow> {
    const window = new DocsWindow(page);
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
