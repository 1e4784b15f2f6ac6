// The converter of real reports, on a few of the events with their files as they are.
import { readFileSync } from 'node:fs';
import type { SourceFile } from '@battle-results/convert';
import { convert, NO_ALIASES, readZip } from '@battle-results/convert';
import { beforeAll, expect, test } from 'vitest';
import { importRecords } from '../../src/bundle/import.js';
import type { Db } from '../../src/db/client.js';
import { readEvents } from '../../src/db/read/events.js';
import { readRatingState } from '../../src/db/read/rating-state.js';
import { openTestDb } from '../../test/support/database.js';
import { recomputeNow } from '../../test/support/ratings.js';
import { replay } from '../predictions/replay.js';
import { ratedBattles } from './battles.js';
import { compareHalves } from './halves.js';
import { calibration, judge, lossesOf } from './judge.js';
import { elo, even, glicko } from './predictors.js';
import { realWorldReport } from './report.js';
import { LEFT_OUT, t9a } from './t9a.js';

const archive = readZip(readFileSync(new URL('t9a-sample.zip', import.meta.url)));
const files: SourceFile[] = archive
  .filter(({ name }) => name.startsWith('data/') && name.endsWith('.json'))
  .map((entry) => ({ name: entry.name.slice('data/'.length), bytes: entry.read() }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));
const converted = convert(t9a, files, { readOn: '2026-11-18', stated: {}, aliases: NO_ALIASES });
const { records, events } = converted;

let db: Db;
beforeAll(async () => {
  db = await openTestDb();
  await importRecords(db, records);
  await recomputeNow(db);
});

test('real reports are converted without a problem, and what is left out is counted', () => {
  expect(converted.problems).toStrictEqual([]);
  expect(
    events.map(({ tournament, battles }) => [tournament.slug, tournament.participants.length, battles.length]),
  ).toStrictEqual(SAMPLE);
  const missing = events.flatMap(({ notes }) => notes.missing());
  for (const what of [LEFT_OUT.opponent, LEFT_OUT.scoring, 'teams']) {
    expect(
      missing.some((each) => each.startsWith(`${what}: `)),
      what,
    ).toBe(true);
  }
});

test('they are loaded, with lists, factions and ratings', async () => {
  const battles = records.filter(({ type }) => type === 'battle').length;
  const [counts] = await db.sql.query<{ battles: number; rated: number; lists: number }>(
    `SELECT (SELECT count(*)::int FROM "battle") AS "battles",
      (SELECT count(*)::int FROM "participant" WHERE "list" IS NOT NULL) AS "lists", (SELECT sum("battles")::int FROM "rating_week") AS "rated"`,
  );
  expect(counts).toStrictEqual({ battles, lists: 16, rated: battles });
});

test('the report on them says what the service says', async () => {
  const state = await readRatingState(db.sql);
  const halves = compareHalves(await readEvents(db.sql, {}, { withField: true }), 2, 'test');
  const text = realWorldReport({ converted, files, state, halves, splits: 2 });
  expect(text).toContain(`mean log-loss of **${state.prediction?.logLoss.toFixed(4)}**`);
  expect(text).toContain(`| Events | ${events.length} |`);
});

test('the way of the service, judged here, is that of the service', () => {
  const battles = ratedBattles(records);
  const own = glicko()(battles);
  const replayed = [...replay(battles)].flatMap((week) => week.battles.map(({ expected }) => expected));
  expect([...own]).toStrictEqual(replayed);
  const losses = lossesOf(battles, even);
  expect(judge(battles, losses, losses, 0)).toStrictEqual({ loss: expect.closeTo(Math.LN2, 12), gain: 0, error: 0 });
  expect(elo(0)(battles)).toStrictEqual(even(battles));
  expect(calibration(battles, even, 0)[0]?.battles).toBe(battles.length);
});

/** Slug, players and battles. */
const SAMPLE = [
  ['defcon-2025-aaf294', 12, 26],
  ['парныи-турнир-combined-army-3e74ea', 7, 5],
  ['2-traditionelles-alljahrliches-heilig-drei-konigs-9th-age-turnier-9e389e', 16, 22],
  ['tournoi-de-la-table-rase-5b328d', 24, 36],
  ['april-fools-tournament-6-man-team-833297', 4, 2],
  ['masz-rzucaj-mlody-a-c7f2ba', 4, 4],
  ['the-necronomican-quest-xviii-cf2953', 11, 9],
];
