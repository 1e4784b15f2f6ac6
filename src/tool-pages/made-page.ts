import { Worker } from 'node:worker_threads';
import { CODINGS, type Coding } from '../http/coding.js';

/** A page that is made once, with its bytes in every content coding that is ready. */
export type PageBytes = {
  hash: string;
  contentType: string;
  bodies: ReadonlyMap<Coding, Uint8Array<ArrayBuffer>>;
};

/** `scriptHash` is the hash of the only inline script, in the form of a content security policy. */
export type MadePage = PageBytes & { scriptHash: string };

export const HTML = 'text/html; charset=utf-8';

export type Made = { hash: string; scriptHash: string; bodies: Partial<Record<Coding, Uint8Array<ArrayBuffer>>> };

/**
 * Runs in a worker thread, because reading and compressing megabytes would block the event loop. The page can be used
 * once the maker has sent the first bodies; others are added as they arrive.
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
