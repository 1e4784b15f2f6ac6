import { Worker } from 'node:worker_threads';
import { CODINGS, type Coding } from '../http/coding.js';

/** A page that is made once: its bytes in every coding that is ready. */
export type PageBytes = {
  hash: string;
  contentType: string;
  bodies: ReadonlyMap<Coding, Uint8Array<ArrayBuffer>>;
};

/** `scriptHash` is of the one inline script, as a content security policy names it. */
export type MadePage = PageBytes & { scriptHash: string };

export const HTML = 'text/html; charset=utf-8';

export type Made = { hash: string; scriptHash: string; bodies: Partial<Record<Coding, Uint8Array<ArrayBuffer>>> };

/**
 * In a thread of its own, since reading and compressing megabytes would stop everything else. The page can be used
 * once the maker has sent the first bodies; further ones are added as they come.
 */
export function makePage(maker: URL, settings: unknown): Promise<MadePage> {
  return new Promise((resolve, reject) => {
    const bodies = new Map<Coding, Uint8Array<ArrayBuffer>>();
    const worker = new Worker(maker, { workerData: settings, execArgv: [] });
    worker.on('message', (made: Made) => {
      for (const coding of CODINGS) {
        const body = made.bodies[coding];
        if (body) bodies.set(coding, body);
      }
      resolve({ hash: made.hash, scriptHash: made.scriptHash, contentType: HTML, bodies });
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`${maker.pathname} ended without a page`)));
    worker.unref();
  });
}
