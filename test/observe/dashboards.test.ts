// Holds the dashboard, the alert rules and the documentation to the metrics that there are.
import { readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { createMetrics } from '../../src/observe/metrics.js';

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');

type Rules = { groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[] };
type Panel = {
  title: string;
  type: string;
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
  targets?: { expr: string }[];
};

const { groups } = parseYaml(read('dashboards/alerts.yaml')) as Rules;
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('dashboards/grafana.json')) as { panels: Panel[]; templating: object };
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Names of samples, with the labels that each has. */
const samples = new Map<string, Set<string>>();
const metrics = createMetrics();
const nothing = () => 0;
metrics.read(
  {
    feed: { isLive: () => true, lagMs: nothing, subscribe: () => undefined },
    streams: { size: nothing },
    places: { inUse: nothing },
    visitors: { recent: nothing },
  },
  { connections: () => ({ total: 0, idle: 0, waiting: 0 }) },
);
for (const metric of metrics.registry.getMetricsAsArray()) {
  const { name, labelNames = [], type } = metric as unknown as { name: string; labelNames?: string[]; type: string };
  const isHistogram = String(type) === 'histogram';
  for (const end of isHistogram ? ['_bucket', '_sum', '_count'] : ['']) {
    samples.set(name + end, new Set(['instance', 'job', ...labelNames, ...(end === '_bucket' ? ['le'] : [])]));
  }
}
samples.set('up', new Set(['instance', 'job']));

const SAMPLE = /\b((?:gateway|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g;
const samplesIn = (expr: string) =>
  [...expr.matchAll(SAMPLE)].map(([, name = '', given = '']) => ({
    name,
    labels: [...given.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));

test.each(expressions)('%s is about metrics and labels that there are: %s', (_, expr) => {
  const used = samplesIn(expr);
  expect(used.length).toBeGreaterThan(0);
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  for (const { name, labels } of used) {
    expect([...samples.keys()]).toContain(name);
    expect([...labels, ...grouped].filter((label) => !samples.get(name)?.has(label))).toStrictEqual([]);
  }
  expect(expr.split('(').length).toBe(expr.split(')').length);
});

test('every metric of ours is on the dashboard and in the table', () => {
  const ours = metrics.registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('gateway_'));
  const shown = expressions.map(([, expr]) => expr).join('\n');
  expect(ours.filter((name) => !shown.includes(name))).toStrictEqual([]);
  expect(ours.filter((name) => !read('operating.md').includes(`\`${name}\``))).toStrictEqual([]);
  expect(ours.length).toBeGreaterThan(15);
});

test('alerts have a name of their own and say what is wrong; panels do not overlap', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { annotations } of rules) expect(annotations.summary).toMatch(/\.$/);
  const taken = new Set<string>();
  for (const { gridPos: at } of dashboard.panels) {
    for (let x = at.x; x < at.x + at.w; x += 1) {
      for (let y = at.y; y < at.y + at.h; y += 1) {
        expect(taken.has(`${x} ${y}`)).toBe(false);
        taken.add(`${x} ${y}`);
      }
    }
  }
});
