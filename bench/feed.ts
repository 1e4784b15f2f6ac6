// What the change feed costs those who write: an import with its triggers against the same import without them.
import { importBundle } from '../src/bundle/import.js';
import { readLines } from '../src/bundle/lines.js';
import type { Sql } from '../src/db/sql.js';
import { withBundle } from './bundle.js';
import { withDatabase } from './database.js';
import { type Bench, median, ratio, seconds } from './figure.js';

export const benchFeed: Bench = ({ server, short, report }) => {
  const battles = short ? 500 : 100_000;
  return withBundle(battles, report, async (bundle) => {
    const time = (prepare: (sql: Sql) => Promise<void>) =>
      withDatabase(server, async (db) => {
        await prepare(db.sql);
        return seconds(() => importBundle(db, readLines(bundle)));
      });
    const told: number[] = [];
    const silent: number[] = [];
    for (let round = 1; round <= (short ? 1 : 3); round += 1) {
      told.push(await time(async () => undefined));
      silent.push(await time(dropFeed));
      report(`round ${round}: with the feed ${told.at(-1)?.toFixed(1)} s, without ${silent.at(-1)?.toFixed(1)} s`);
    }
    const [withFeed, without] = [median(told), median(silent)];
    return [
      {
        what: `time to import ${battles} battles, told to the change feed`,
        against: 'without its triggers',
        ratio: ratio(withFeed, without),
        aim: 'at most 2',
        measured: `${withFeed.toFixed(1)} against ${without.toFixed(1)} s`,
      },
    ];
  });
};

async function dropFeed(sql: Sql): Promise<void> {
  const triggers = await sql.query<{ drop: string }>(`
    SELECT format('DROP TRIGGER %I ON %I', t.tgname, c.relname) AS "drop"
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE p.proname LIKE 'tell\\_%' AND NOT t.tgisinternal`);
  if (triggers.length === 0) throw new Error('The change feed has no triggers to drop');
  await sql.script(triggers.map(({ drop }) => drop).join(';\n'));
}
