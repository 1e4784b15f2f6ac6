// Keeps a copy of everything the service publishes, by HTTP alone: node docs/mirror.js http://127.0.0.1:4000 KEY copy.json
// Everything is read once, and from then on what has changed. The copy and the place where it stands are written together,
// so that this program, the service, its database and the network may all fail at any moment.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const RETRY_MS = 500;

export class Mirror {
  /** What is published: from `kind/id` to the body that its address gives, as text. */
  copy = new Map();
  /** A copy that is being made anew. */
  #begun = null;
  #next = null;

  /** `of` may be a filter such as `tournament=spring-clash-2026`. */
  constructor(base, key, of = '') {
    this.first = `${base}/api/v1/changes?include=body&limit=100&${of}`;
    this.headers = { authorization: `Bearer ${key}` };
  }

  /**
   * Reads a page, waiting up to so many seconds for something to change; whether the copy is up to date with it.
   * @param {number} wait
   * @param {AbortSignal} [signal]
   */
  async step(wait = 0, signal) {
    const page = await this.#page(wait, signal);
    if (page === null) {
      // The data was restored: positions in it are gone, and the copy is made anew beside the old one.
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

  /** The page, however often it has to be asked for; null when there is no going on from there. */
  async #page(wait, signal) {
    const address = new URL(this.#next ?? this.first);
    if (wait > 0) address.searchParams.set('wait', String(wait));
    for (;;) {
      try {
        const response = await fetch(address, { headers: this.headers, ...(signal && { signal }) });
        if (response.status === 410) return null;
        // The whole body or none of it: a connection that is cut throws.
        if (response.ok) return await response.json();
        if (response.status < 500 && response.status !== 429) throw new Refused(await response.text());
        await response.arrayBuffer();
      } catch (error) {
        if (error instanceof Refused || signal?.aborted) throw error;
      }
      await sleep(RETRY_MS);
    }
  }

  /** Of what is complete; a copy that is being made is begun anew. */
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
