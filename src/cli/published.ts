import { CommandFailed, expectData, onlyOne, report, runCommand, withDb } from './command.js';

type Publishing = { does: 'publish' | 'unpublish'; published: boolean; listsFrom: string | null };

/** The commands publish and unpublish, of a tournament or, with --lists, of its army lists. */
export function runPublish(usage: string, { does, published, listsFrom }: Publishing): Promise<void> {
  return runCommand({ usage, options: { lists: { type: 'boolean' } } }, async ({ positionals, values: { lists } }) => {
    const slug = onlyOne(positionals, 'Name one tournament.');
    await expectData(does);
    const column = lists ? '"lists_from"' : '"published"';
    const [row] = await withDb(({ sql }) =>
      sql.query<{ changes: boolean }>(
        `WITH "before" AS (
           SELECT "slug", ${column} IS DISTINCT FROM $2 AS "changes" FROM "tournament" WHERE "slug" = $1 FOR UPDATE
         ), "changed" AS (
           UPDATE "tournament" t SET ${column} = $2 FROM "before" b WHERE t."slug" = b."slug" AND b."changes")
         SELECT "changes" FROM "before"`,
        [slug, lists ? listsFrom : published],
      ),
    );
    if (!row) throw new CommandFailed(`There is no tournament ${slug}.`);
    const [what, is, was] = lists ? [`The lists of ${slug}`, 'are', 'were'] : [slug, 'is', 'was'];
    report(row.changes ? `${what} ${is} ${does}ed.` : `${what} ${was} ${does}ed already.`);
  });
}
