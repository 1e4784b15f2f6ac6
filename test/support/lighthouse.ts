// Lighthouse results of pages. It needs a Chromium with a debugging port, so it has its own.
import lighthouse from 'lighthouse';
import { openBrowser } from './browser.js';
import { freePort } from './free-port.js';

export type Found = { scores: Record<string, number>; troubles: string[] };

/**
 * Returns scores of 0 to 100, of `more` categories too, and the audits that keep each from being 100. Performance is that of a phone on a slow
 * network; the CPU is not throttled, because other tests run at the same time.
 */
export async function openLighthouse(
  more: readonly string[],
): Promise<(url: string, without?: string[]) => Promise<Found>> {
  const port = await freePort();
  await openBrowser([`--remote-debugging-port=${port}`]);
  return async (url, without = []) => {
    const look = () =>
      lighthouse(url, {
        port,
        logLevel: 'error',
        onlyCategories: [...CATEGORIES, ...more],
        skipAudits: [...NOT_ASKED, ...without],
        throttling: { cpuSlowdownMultiplier: 1 },
        ...SOON,
      });
    const first = await look();
    // On a busy machine it may miss the start of a page and then asks to be run again.
    const run = first?.lhr.runtimeError ? await look() : first;
    if (!run || run.lhr.runtimeError) throw new Error(`No answer for ${url}: ${run?.lhr.runtimeError?.message}`);
    const { categories, audits } = run.lhr;
    const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]);
    const troubles = Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .map(({ id, weight }) => ({ weight, audit: audits[id] }))
        .filter(({ weight, audit }) => weight > 0 && audit?.score != null && audit.score < 1)
        .map(({ audit }) => `${audit?.id} ${audit?.score} ${audit?.displayValue ?? ''}`),
    );
    return { scores: Object.fromEntries(scores), troubles };
  };
}

/** This audit fetches from within the page, whose policy blocks all requests. */
const NOT_ASKED = ['robots-txt'];

/** Limits the wait for a stream that stays open. */
const SOON = {
  disableFullPageScreenshot: true,
  maxWaitForLoad: 15_000,
  networkQuietThresholdMs: 1_000,
  cpuQuietThresholdMs: 500,
};

const CATEGORIES = ['performance', 'best-practices', 'seo'];
