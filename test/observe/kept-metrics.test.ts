import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createKeptMetrics } from '../../src/observe/kept-metrics.js';

/** The metrics of a worker that has counted so much. */
async function counted(amount: number) {
  const registers = [new Registry()];
  new Counter({ name: 'requests_total', help: '-', labelNames: ['route'], registers }).inc({ route: '/' }, amount);
  const seconds = new Histogram({ name: 'seconds', help: '-', buckets: [1], registers });
  for (let times = 0; times < amount; times += 1) seconds.observe(0.5);
  new Gauge({ name: 'streams_open', help: '-', aggregator: 'sum', registers }).set(amount);
  return registers[0]?.getMetricsAsJSON() ?? [];
}

const totals = (requests: number) => [
  `requests_total{route="/"} ${requests}`,
  `seconds_bucket{le="1"} ${requests}`,
  `seconds_bucket{le="+Inf"} ${requests}`,
  `seconds_sum ${requests / 2}`,
  `seconds_count ${requests}`,
];
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('what a worker has counted stays when it does not answer and when it ends; its gauges do not', async () => {
  const kept = createKeptMetrics();
  kept.heard(1, await counted(5));
  kept.heard(2, await counted(3));
  expect(linesOf(await kept.text(new Set([1, 2])))).toStrictEqual([...totals(8), 'streams_open 8']);
  expect(linesOf(await kept.text(new Set([1])))).toStrictEqual([...totals(8), 'streams_open 5']);
  kept.ended(2);
  expect(linesOf(await kept.text(new Set([1])))).toStrictEqual([...totals(8), 'streams_open 5']);
  kept.heard(1, await counted(6));
  kept.heard(3, await counted(1));
  expect(linesOf(await kept.text(new Set([1, 3])))).toStrictEqual([...totals(10), 'streams_open 7']);
});

test('any number of ended workers take the room of one', async () => {
  const kept = createKeptMetrics();
  for (let workerId = 1; workerId <= 100; workerId += 1) {
    kept.heard(workerId, await counted(1));
    kept.ended(workerId);
  }
  // One that has never answered has counted nothing.
  kept.ended(101);
  expect(linesOf(await kept.text(new Set()))).toStrictEqual(totals(100));
});
