import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { runs } from '../support/runs.js';

const { app, db } = await openTestApp();

type Row = { slug: string; startDate: string | null };

/** Few days, so that many tournaments share one. */
const day = fc.constantFrom('2026-05-01', '2026-05-02', '2026-05-03', null);
const newcomer = fc.record({ prefix: fc.constantFrom('a', 'm', 'z', 'Z', '~', 'é'), startDate: day });
const turn = fc.record({
  inserted: fc.array(newcomer, { maxLength: 3 }),
  deleted: fc.array(fc.nat(), { maxLength: 3 }),
});
const walk = fc.record({
  start: fc.array(newcomer, { maxLength: 12 }),
  turns: fc.array(turn, { maxLength: 12 }),
  size: fc.integer({ min: 1, max: 5 }),
});

test('whatever is inserted and deleted between pages, every row there throughout appears exactly once, in order', () =>
  fc.assert(
    fc.asyncProperty(walk, async ({ start, turns, size }) => {
      await db.sql.query('DELETE FROM "tournament"');
      let made = 0;
      const insert = async (rows: { prefix: string; startDate: string | null }[]): Promise<Row[]> => {
        const named = rows.map(({ prefix, startDate }) => ({ slug: `${prefix}-${made++}`, startDate }));
        await db.sql.query(
          `INSERT INTO "tournament" ("slug", "name", "published", "battle_size", "start_date")
           SELECT "slug", 'Any', true, 2000, "day"::date FROM unnest($1::text[], $2::text[]) AS "new"("slug", "day")`,
          [named.map(({ slug }) => slug), named.map(({ startDate }) => startDate)],
        );
        return named;
      };
      let throughout = await insert(start);
      let present = throughout;
      const seen: string[] = [];
      let after: string | null = null;
      let at = 0;
      do {
        const page: { slugs: string[]; nextCursor: string | null } = await read(size, after);
        seen.push(...page.slugs);
        after = page.nextCursor;
        const { inserted = [], deleted = [] } = turns[at++] ?? {};
        const gone = new Set(deleted.map((nth) => present[nth % present.length]?.slug));
        await db.sql.query('DELETE FROM "tournament" WHERE "slug" = ANY ($1)', [[...gone].filter(Boolean)]);
        throughout = throughout.filter(({ slug }) => !gone.has(slug));
        present = [...present.filter(({ slug }) => !gone.has(slug)), ...(await insert(inserted))];
      } while (after !== null);

      expect(new Set(seen).size).toBe(seen.length);
      const lasting = new Set(throughout.map(({ slug }) => slug));
      expect(seen.filter((slug) => lasting.has(slug))).toStrictEqual(newestFirst(throughout));
    }),
    { numRuns: runs(30) },
  ));

async function read(first: number, after: string | null) {
  const { body } = await app.graphql(
    'query ($first: Int, $after: String) { tournaments(first: $first, after: $after) { nodes { slug } nextCursor } }',
    { first, after },
  );
  const { nodes, nextCursor } = body.data.tournaments;
  return { slugs: nodes.map(({ slug }: Row) => slug), nextCursor };
}

function newestFirst(rows: readonly Row[]): string[] {
  const key = ({ slug, startDate }: Row) => Buffer.from(`${startDate ?? ''} ${slug}`);
  return rows.toSorted((a, b) => Buffer.compare(key(b), key(a))).map(({ slug }) => slug);
}
