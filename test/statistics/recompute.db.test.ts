// A stranger gets the same figures, to the last digit, from an export alone and in another language.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDemoWorldOnce } from '../../src/bundle/demo/load.js';
import { exportLines } from '../../src/bundle/export.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { atFileEnd } from '../support/file-end.js';

const SCRIPT = fileURLToPath(new URL('../../docs/recompute.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

type Named = { faction: { slug: string; name: string }; opponent?: { slug: string } };

describe.skipIf(!hasPython && !process.env.REQUIRE_PYTHON)('in Python', () => {
  let app: TestApp;
  let bundle: string;

  beforeAll(async () => {
    const db = await openTestDb();
    await loadDemoWorldOnce(db, () => {});
    app = await createTestApp(db);
    const folder = mkdtempSync(join(tmpdir(), 'recompute-'));
    atFileEnd(() => rmSync(folder, { recursive: true }));
    bundle = join(folder, 'bundle.jsonl');
    const lines: string[] = [];
    await exportLines(db, async (more) => void lines.push(...more));
    writeFileSync(bundle, lines.join('\n'));
  }, 120_000);

  test.each([
    {},
    { draws: 'ZERO' },
    { draws: 'OMIT', minPlayers: 32 },
    { country: 'united kingdom', draws: 'HALF' },
    { battlePack: 'Pitched Clash 2025', from: '2024-01-01', to: '2025-12-31' },
    { club: 'northern-legion' },
    { country: 'Nowhere' },
  ])('%j', async (asked) => {
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
    const read = async (path: string) => {
      const response = await app.get(`/api/v1/statistics/${path}?${query}`);
      expect(response.status).toBe(200);
      const { method, methodUrl, data, ...sample } = (await response.json()) as Record<string, unknown>;
      expect([method, methodUrl]).toStrictEqual(['factions-1', 'https://battles.example/method']);
      return { sample, data: data as Named[] };
    };
    const [factions, matchups] = [await read('factions'), await read('matchups')];
    expect(matchups.sample).toStrictEqual(factions.sample);
    const names = factions.data.map(({ faction }) => faction.name);
    expect(names).toStrictEqual(names.toSorted());
    const ours = {
      ...factions.sample,
      factions: Object.fromEntries(factions.data.map(({ faction, ...figures }) => [faction.slug, figures])),
      matchups: Object.fromEntries(
        matchups.data.map(({ faction, opponent, ...figures }) => [`${faction.slug} ${opponent?.slug}`, figures]),
      ),
    };
    const output = execFileSync('python3', [SCRIPT, bundle, JSON.stringify(asked)], { maxBuffer: 2 ** 28 });
    expect(ours).toStrictEqual(JSON.parse(output.toString()));
  });
});
