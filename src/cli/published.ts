import { CommandFailed, expectData, onlyOne, report, runCommand, withDb } from './command.js';

/** The commands publish and unpublish. */
export function runPublish(usage: string, published: boolean): Promise<void> {
  return runCommand({ usage }, async ({ positionals }) => {
    const slug = onlyOne(positionals, 'Name one tournament.');
    const word = published ? 'published' : 'unpublished';
    await expectData(word.slice(0, -2));
    const [row] = await withDb(({ sql }) =>
      sql.query<{ was: boolean }>(
        `WITH "before" AS (SELECT "slug", "published" FROM "tournament" WHERE "slug" = $1 FOR UPDATE), "changed" AS (
           UPDATE "tournament" t SET "published" = $2 FROM "before" b
           WHERE t."slug" = b."slug" AND b."published" <> $2)
         SELECT "published" AS "was" FROM "before"`,
        [slug, published],
      ),
    );
    if (!row) throw new CommandFailed(`There is no tournament ${slug}.`);
    report(row.was === published ? `${slug} was ${word} already.` : `${slug} is ${word}.`);
  });
}
