// Holds the dashboard, the alert rules and the documentation to the metrics that there are.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { Call, NO_REQUEST } from '../../src/http/call.js';
import { createMetrics } from '../../src/observe/metrics.js';
import { temporaryFolder } from '../support/process.js';

const pathOf = (path: string) => fileURLToPath(new URL(`../../docs/${path}`, import.meta.url));
const read = (path: string) => readFileSync(pathOf(path), 'utf8');

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

test('an alert about any increase is about a counter that is there from the start', async () => {
  const text = await metrics.registry.metrics();
  const any = rules.filter(({ expr }) => /\bincrease\(.*> 0$/.test(expr));
  expect(any.length).toBeGreaterThan(0);
  // The first sample of a series is no increase to Prometheus, so the alert would miss it.
  for (const { expr } of any) for (const { name } of samplesIn(expr)) expect(text).toContain(`\n${name} 0\n`);
});

test('a time since a moment is shown only once there was one: until then it would be the time since 1970', () => {
  const since = expressions.filter(([, expr]) => expr.includes('_timestamp_seconds'));
  expect(since.length).toBeGreaterThan(0);
  for (const [, expr] of since) expect(expr).toMatch(/_timestamp_seconds(\{[^}]*\})? > 0\)/);
});

test('an unexpected error counts as a fault, and a mistake of a caller does not', async () => {
  const { registry, count } = createMetrics();
  const call = new Call(NO_REQUEST, 'GET', 'http://gateway.test/', {});
  for (const status of [200, 404, 500, 503]) count(call, status, 1);
  expect(await registry.metrics()).toContain('\ngateway_faults_total 1\n');
});

test('a request that waited for a change is counted without a duration, which would look like slowness', async () => {
  const { registry, count } = createMetrics();
  const call = Object.assign(new Call(NO_REQUEST, 'GET', 'http://gateway.test/', {}), { route: '/api/v1/changes' });
  count(call, 200, 1);
  count(Object.assign(call, { waited: true }), 200, 25_000);
  const text = await registry.metrics();
  const labels = 'api="rest",route="/api/v1/changes"';
  expect(text).toContain(`\ngateway_requests_total{${labels},status="200"} 2\n`);
  expect(text).toContain(`\ngateway_request_duration_seconds_count{${labels}} 1\n`);
});

const hasPromtool = Boolean(process.env.REQUIRE_PROMTOOL) || spawnSync('promtool', ['--version']).error === undefined;
if (!hasPromtool) console.log('The expressions are not read by Prometheus: promtool is not installed');
test.skipIf(!hasPromtool)('Prometheus reads every alert rule, and every expression of the dashboard', async () => {
  const recorded = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => withoutVariables(expr)));
  const asRules = recorded.map((expr, index) => ({ record: `dashboard:${index}`, expr }));
  const file = join(await temporaryFolder(), 'dashboard.json');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }));
  const said = execFileSync('promtool', ['check', 'rules', pathOf('dashboards/alerts.yaml'), file], {
    encoding: 'utf8',
  });
  expect(said.match(/SUCCESS: \d+ rules found/g)).toStrictEqual([
    `SUCCESS: ${rules.length} rules found`,
    `SUCCESS: ${asRules.length} rules found`,
  ]);
});

/** What Grafana puts in place of its variables. */
const withoutVariables = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
