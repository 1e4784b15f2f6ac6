// Mirrors everything the service publishes, by HTTP alone: node docs/mirror.js http://127.0.0.1:4000 KEY copy.json
// It reads everything once, and from then on only what has changed. The copy and its position in the feed are written
// together, so this program, the service, its database and the network may all fail at any moment.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const RETRY_MS = 500;

export class Mirror {
  /** Maps `kind/id` to the body that the REST route of the record returns, as JSON text. */
  copy = new Map();
  /** The copy that is being built from the beginning; it replaces `copy` once it is complete. */
  #begun = null;
  #next = null;
  /** Called with the reason, before a failed request is sent again. */
  onRetry = (_reason) => undefined;

  /** `of` may be a filter such as `tournament=spring-clash-2026`. */
  constructor(base, key, of = '') {
    this.first = `${base}/api/v1/changes?include=body&limit=100&${of}`;
    this.headers = { authorization: `Bearer ${key}` };
  }

  /**
   * Reads one page of changes. Returns true if the copy is then up to date.
   * @param {number} wait Seconds to wait for a change, at most
   * @param {AbortSignal} [signal]
   */
  async step(wait = 0, signal) {
    const page = await this.#page(wait, signal);
    if (page === null) {
      // 410: the cursor is no longer valid, such as after a restore of the data. A new copy is built.
      this.#begun = new Map();
      this.#next = null;
      return false;
    }
    if (this.#next === null) this.#begun ??= new Map();
    const copy = this.#begun ?? this.copy;
    for (const { kind, id, deleted, body } of page.data) {
      if (deleted) copy.delete(`${kind}/${id}`);
      else copy.set(`${kind}/${id}`, JSON.stringify(body));
    }
    this.#next = page.next;
    if (page.upToDate && this.#begun) {
      this.copy = this.#begun;
      this.#begun = null;
    }
    return page.upToDate;
  }

  /** Requests the page until it succeeds. Returns null if the cursor is no longer valid. Throws if it is refused. */
  async #page(wait, signal) {
    const address = new URL(this.#next ?? this.first);
    if (wait > 0) address.searchParams.set('wait', String(wait));
    for (;;) {
      let reason;
      try {
        const response = await fetch(address, { headers: this.headers, ...(signal && { signal }) });
        if (response.status === 410) return null;
        // A connection that breaks within the body throws, so a page is applied completely or not at all.
        if (response.ok) return await response.json();
        if (response.status < 500 && response.status !== 429) throw new Refused(await response.text());
        reason = `${response.status} ${await response.text()}`;
      } catch (error) {
        if (error instanceof Refused || signal?.aborted) throw error;
        reason = error.cause?.message ?? error.message;
      }
      this.onRetry(reason);
      await sleep(RETRY_MS);
    }
  }

  /** Only the complete copy is saved; an unfinished one starts again after `restore`. */
  state() {
    return JSON.stringify({ next: this.#begun ? null : this.#next, copy: [...this.copy] });
  }

  restore(state) {
    const { next, copy } = JSON.parse(state);
    this.#next = next;
    this.copy = new Map(copy);
  }
}

class Refused extends Error {}

async function main([base, key, file]) {
  if (!file) throw new Error('Usage: node docs/mirror.js ADDRESS KEY FILE');
  const mirror = new Mirror(base, key);
  mirror.onRetry = (reason) => console.error(`${new Date().toISOString()} trying again: ${reason}`);
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) mirror.restore(kept);
  for (;;) {
    const upToDate = await mirror.step(25);
    if (!upToDate) continue;
    await writeFile(`${file}.new`, mirror.state());
    await rename(`${file}.new`, file);
    console.log(`${new Date().toISOString()} ${mirror.copy.size} things`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(process.argv.slice(2)).catch(({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });
}
