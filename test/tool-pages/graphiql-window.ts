import type { Locator } from 'playwright-core';
import type { WatchedPage } from '../support/browser.js';

/** GraphiQL as a visitor uses it. */
export class GraphiqlWindow {
  /** For a visitor whose page it is. */
  static async over(page: WatchedPage): Promise<GraphiqlWindow> {
    const window = new GraphiqlWindow(page);
    await window.ready();
    return window;
  }

  readonly #page: WatchedPage;
  readonly query: Locator;
  readonly headers: Locator;
  readonly answer: Locator;
  readonly docs: Locator;
  readonly suggestions: Locator;
  readonly tabs: Locator;
  readonly activeTab: Locator;
  readonly menu: Locator;
  readonly keyField: Locator;

  private constructor(page: WatchedPage) {
    this.#page = page;
    this.query = page.getByRole('region', { name: 'Operation Editor' }).locator('.view-lines');
    this.headers = page.getByRole('region', { name: 'Headers' }).locator('.view-lines:visible');
    this.answer = page.getByRole('region', { name: 'Result Window' });
    this.docs = page.locator('.graphiql-doc-explorer');
    this.suggestions = page.locator('.suggest-widget .monaco-list-row');
    this.tabs = page.locator('.graphiql-tab-button');
    this.activeTab = page.locator('.graphiql-tab-active .graphiql-tab-button');
    this.menu = page.getByLabel('Examples', { exact: true });
    this.keyField = page.getByLabel('API key');
  }

  get page(): WatchedPage {
    return this.#page;
  }

  async ready(): Promise<void> {
    await this.query.locator('.view-line').first().waitFor();
  }

  async openTab(name: string): Promise<void> {
    await this.tabs.getByText(name, { exact: true }).click();
    await this.query.getByText(name).first().waitFor();
  }

  async newTab(): Promise<void> {
    await this.press('New tab');
  }

  async run(): Promise<void> {
    await this.press(/^Execute query/);
  }

  /** Chooses an example from the menu, which reloads the page. */
  async choose(label: string): Promise<void> {
    await Promise.all([this.#page.waitForEvent('load'), this.menu.selectOption(label)]);
    await this.ready();
  }

  /** Presses a button that reloads the page. */
  async pressAndReload(name: string): Promise<void> {
    await Promise.all([this.#page.waitForEvent('load'), this.press(name)]);
    await this.ready();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.#page.getByRole('button', { name }).first().click();
  }

  /** Replaces the text in the query editor. */
  async type(text: string): Promise<void> {
    await this.query.click();
    await this.#page.keyboard.press('Control+A');
    await this.#page.keyboard.type(text);
  }

  /** GraphiQL's tabs in local storage, after the time that it takes to write them. */
  async storedTabs(): Promise<{ title: string; query: string; headers: string }[]> {
    await this.#page.waitForTimeout(STORED_AFTER_MS);
    const state = await this.#page.evaluate(`localStorage.getItem('graphiql:tabState')`);
    return JSON.parse(String(state)).tabs;
  }
}

const STORED_AFTER_MS = 700;

/** The text of an editor, with its non-breaking spaces replaced. */
export async function textOf(place: Locator): Promise<string> {
  return (await place.innerText()).replaceAll('\u00a0', ' ');
}
