// The metrics of all workers as one. What a worker has counted stays in the totals when it ends or does not answer: a
// total that falls is taken for a restart, and all of it would be counted again.
import { AggregatorRegistry, type MetricObject } from 'prom-client';

export type KeptMetrics = {
  heard(workerId: number, metrics: MetricObject[]): void;
  ended(workerId: number): void;
  /** The metrics of the workers in `answered`, and what the others have counted. */
  text(answered: ReadonlySet<number>): Promise<string>;
};

export function createKeptMetrics(): KeptMetrics {
  const last = new Map<number, MetricObject[]>();
  let ofEnded: MetricObject[] = [];
  return {
    heard: (workerId, metrics) => void last.set(workerId, metrics),
    ended(workerId) {
      ofEnded = AggregatorRegistry.aggregate([ofEnded, counted(last.get(workerId) ?? [])]).getMetricsAsArray();
      last.delete(workerId);
    },
    text(answered) {
      const known = [...last].map(([workerId, metrics]) => (answered.has(workerId) ? metrics : counted(metrics)));
      return AggregatorRegistry.aggregate([...known, ofEnded]).metrics();
    },
  };
}

/** Gauges describe a moment, so those of an earlier one are left out. */
function counted(metrics: MetricObject[]): MetricObject[] {
  return metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
