// The cache tags of an answer: whatever is written, an answer that would be another is concerned by the tags that are
// reported, and the tables that its statements read are among those that its tags stand for.
import fc from 'fast-check';
import { execute } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { bringUpToDate } from '../../src/db/derived/up-to-date.js';
import { readHead } from '../../src/db/log/read-news.js';
import { MODELS, type Model } from '../../src/db/one-statement/model.js';
import type { TagRule } from '../../src/db/one-statement/tags.js';
import { TAGS } from '../../src/db/read/tags.js';
import type { Sql } from '../../src/db/sql.js';
import type { Services } from '../../src/graphql/builder/context.js';
import { runOperation } from '../../src/graphql/run/execute.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { createFeed } from '../../src/invalidation/feed.js';
import { concerns, createTags } from '../../src/invalidation/tags.js';
import { givenSecrets } from '../../src/paging/cursor-secrets.js';
import { createCursors } from '../../src/paging/page.js';
import { openTestDb } from '../support/database.js';
import { QUESTIONS, type Question } from '../support/questions.js';
import { oneOfEachWrite } from '../support/random-write.js';
import { runs } from '../support/runs.js';
import { startAgain, tryWrite } from '../support/written-world.js';

const db = await openTestDb();
const feed = createFeed(db.changes);
let changed: Set<string> | null = new Set();
feed.subscribe((tags) => {
  changed = tags && changed && new Set([...changed, ...tags]);
});
await feed.opened;
afterAll(() => feed.close());

const cursors = createCursors({
  secrets: givenSecrets('test').current,
  lifetimeMs: 86_400_000,
  now: () => 1_800_000_000_000,
});

type Statement = [text: string, values: unknown[] | undefined];

/** `seen` are the statements. */
async function ask({ document, variables }: Question, seen: Statement[] = []) {
  const tags = createTags();
  const snapshot: Services['snapshot'] = (options) => {
    const opened = db.snapshot(options);
    const noted = (send: Sql['query']): Sql['query'] => {
      return (text, values) => {
        seen.push([text, values]);
        return send(text, values);
      };
    };
    const { sql } = opened;
    return { ...opened, sql: { ...sql, query: noted(sql.query), queryPrepared: noted(sql.queryPrepared) } };
  };
  const numberLog = () => readHead(db.sql);
  const services = { snapshot, modelsOn: db.modelsOn, numberLog, siteUrl: 'https://battles.example', cursors };
  const { data, errors } = await runOperation(services, {
    ...{ document, variables, siteUrl: services.siteUrl, keysOnly: false, tags },
    ...{ run: null, onInterpreted: null, signal: undefined, readAfter: null },
    interpret: (contextValue) => execute({ schema, document, variableValues: variables, contextValue }),
  });
  // A cursor of the change feed may move although there is nothing new.
  const text = JSON.stringify({ data, errors }).replace(/"next":"[^"]*"/, '');
  return { text, isError: errors !== undefined, tags: tags.all() };
}

/** What has been reported since the last time. */
async function reported(): Promise<ReadonlySet<string> | null> {
  await feed.reach(Number.POSITIVE_INFINITY);
  const tags = changed;
  changed = new Set();
  return tags;
}

const TEAMS = `
  INSERT INTO "team" ("tournament_slug", "name") SELECT "slug", unnest(ARRAY['Red', 'Blue']) FROM "tournament";
  UPDATE "participant" SET "team_name" = CASE "entry" % 2 WHEN 1 THEN 'Red' ELSE 'Blue' END;`;

type Known = Awaited<ReturnType<typeof ask>>;

/** Fails if a question has another answer than before although its tags are not concerned. */
async function check(question: Question, was: Known, tags: ReadonlySet<string> | null, what: string): Promise<Known> {
  const now = await ask(question);
  if (now.text !== was.text && !was.isError && !concerns(tags, was.tags)) {
    const [told, known] = [tags ?? [], was.tags].map((each) => [...each].join(' '));
    expect.fail(
      `${question.name} ${JSON.stringify(question.variables)} with ${known} is another after ${what}: ${told}`,
    );
  }
  return now;
}

const isLong = process.env.PROPERTIES === 'long';

test('an answer that a write changes is concerned by what is reported of it', async () => {
  let others = 0;
  const asked = fc.shuffledSubarray([...QUESTIONS], {
    minLength: isLong ? QUESTIONS.length : 15,
    maxLength: isLong ? QUESTIONS.length : 15,
  });
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, fc.infiniteStream(asked), async (writes, questions) => {
      await startAgain(db);
      await db.sql.script(TEAMS);
      await reported();
      let known = new Map<Question, Known>();
      for (const [at, write] of writes.entries()) {
        const chosen: Question[] = questions.next().value;
        const before = new Map<Question, Known>();
        for (const question of chosen) before.set(question, known.get(question) ?? (await ask(question)));
        await tryWrite(db, write);
        const step = async (was: Map<Question, Known>, what: string) => {
          const tags = await reported();
          known = new Map();
          for (const [question, answer] of was) known.set(question, await check(question, answer, tags, what));
          for (const [question, { text }] of known) if (text !== was.get(question)?.text) others += 1;
        };
        await step(before, write.what);
        if (at % 3 > 0) continue;
        await bringUpToDate(db);
        await step(known, 'ratings and places are brought up to date');
      }
    }),
    { numRuns: runs(2), endOnFailure: true },
  );
  expect(others).toBeGreaterThan(0);
}, 1_800_000);

/** By table, the tags of which one must be among those of an answer that reads it: with a colon, any key of the kind. */
const STANDS_FOR: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    Object.entries<TagRule | null>(TAGS).flatMap(([model, rule]) =>
      rule
        ? [[MODELS[model as Model].table, [...(rule.within ?? []), rule.kind, `${rule.kind}:`, rule.any ?? '']]]
        : [],
    ),
  ),
  // Whether it is published is looked up for its battles, and reported as a change of everything.
  tournament: ['tournament', 'tournament:', 'battle', 'battle:', 'club:', 'player:', 'faction'],
  club_faction: ['club:'],
  counted_battle: ['battle'],
  faction_event: ['faction'],
  rating_stale: ['stale:'],
  rating_state: ['rating'],
  search_word: ['search'],
  tournament_expectation: ['rating'],
  tournament_sides: ['statistics', 'statistics:'],
  tournament_statistics: ['statistics', 'statistics:'],
};
/** Whoever writes them reports everything. The log of changes is read by what is tagged with all kinds. */
const OF_EVERYTHING = ['battle_pack', 'log', 'mark', 'matchup', 'note', 'pending'];

/** Every relation leads to a row, or it would have no tag. */
const COMPLETE = `
  UPDATE "tournament" SET "club_slug" = 'c-1', "status" = 'finished', "city" = 'Ann 1', "country" = 'Norway';
  UPDATE "participant" SET "club_slug" = 'c-1';
  UPDATE "team" SET "club_slug" = 'c-1';
  UPDATE "battle" SET "club_slug" = 'c-1' WHERE "tournament_slug" IS NULL;
  UPDATE "battle_side" SET "faction" = 'F ' || "position", "outcome" = CASE "position" WHEN 1 THEN 'win' ELSE 'loss' END::"outcome"`;

test('the tags of an answer stand for all tables that are read for it', async () => {
  await startAgain(db);
  await db.sql.script(TEAMS + COMPLETE);
  await bringUpToDate(db);
  const missing: string[] = [];
  for (const question of QUESTIONS) {
    const seen: Statement[] = [];
    const { tags, isError } = await ask(question, seen);
    if (isError) continue;
    const has = [...tags].flatMap((tag) => [tag, tag.replace(/:.*/s, ':')]);
    for (const [text, values] of seen) {
      const plan = JSON.stringify(await db.sql.query(`EXPLAIN (FORMAT JSON) ${text}`, values));
      const tables = new Set([...plan.matchAll(/"Relation Name":\s*"(\w+)"/g)].map(([, table = '']) => table));
      for (const table of tables) {
        if (OF_EVERYTHING.includes(table) || STANDS_FOR[table]?.some((tag) => has.includes(tag))) continue;
        missing.push(`${question.name} reads ${table} with ${[...tags].join(' ')}`);
      }
    }
  }
  expect(missing).toStrictEqual([]);
});

test('a result concerns neither other tournaments, nor who does not play in its own, nor what only names them', async () => {
  await startAgain(db);
  await db.sql.script(TEAMS);
  await bringUpToDate(db);
  const others = QUESTIONS.filter(
    ({ name, variables: { slug, id, publicId } }) =>
      [slug, id, publicId].some((key) => ['t-1', 'b-1', 'p-2'].includes(String(key))) ||
      ['Clubs', 'Ratings', 'Tournaments', 'TournamentsPage'].includes(name),
  );
  const answers = [];
  for (const question of others) answers.push({ ...question, ...(await ask(question)) });
  await reported();
  await db.sql.query(
    `UPDATE "battle_side" SET "outcome" = CASE "position" WHEN 1 THEN 'win' ELSE 'loss' END::"outcome" WHERE "battle_id" = 'b-3'`,
  );
  const tags = await reported();
  expect(tags).toContain('tournament:t-2');
  const concerned = answers.filter((answer) => !answer.isError && concerns(tags, answer.tags));
  expect(concerned.map(({ name, variables }) => `${name} ${JSON.stringify(variables)}`)).toStrictEqual([]);
  expect(answers.length).toBeGreaterThan(20);
});
