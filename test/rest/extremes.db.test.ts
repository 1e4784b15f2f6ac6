import type { BundleRecord } from '@battle-results/bundle-format/record';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, load, result, standings, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
const MOST = 1_000_000;

const event = (slug: string, battles: [number, number][]): BundleRecord[] => [
  tournament({ slug, status: 'finished', participants: ['Ann', 'Bo'], stages: [swiss(), standings()] }),
  ...battles.map(([first, second], index) =>
    battle(`${slug}-${index}`, {
      tournament: slug,
      sides: result('win', [{ victoryPoints: first }, { victoryPoints: second }]),
    }),
  ),
];

test.each<[what: string, battles: [number, number][]]>([
  ['the difference of one battle', [[MOST, -MOST]]],
  ['the sum of many', Array.from({ length: 200 }, (): [number, number] => [MOST, -MOST])],
])('the largest scores a bundle may hold add up: %s', async (what, battles) => {
  const slug = what.replaceAll(' ', '-');
  await load(db, event(slug, battles));
  const app = await createTestApp(db);
  for (const stage of ['swiss', 'standings']) {
    const response = await app.get(`/api/v1/tournaments/${slug}/standings?stage=${stage}`);
    const { data } = (await response.json()) as { data: { victoryPointsDiff: number }[] };
    expect([stage, data[0]?.victoryPointsDiff]).toStrictEqual([stage, 2 * MOST * battles.length]);
  }
  await app.close();
});
