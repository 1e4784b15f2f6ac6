// The cost of the triggers that report changes, for writers: an import with them against the same import without them.
import { importBundle } from '../src/bundle/import.js';
import { readLines } from '../src/bundle/lines.js';
import type { Sql } from '../src/db/sql.js';
import { withBundle } from './bundle.js';
import { withDatabase } from './database.js';
import { type Bench, median, ratio, seconds } from './figure.js';

/** Groups of triggers, by the prefix of their functions' names. */
const TRIGGERS = [{ functions: 'log_', what: 'with the log', aim: 'at most 1.15' }];

export const benchFeed: Bench = ({ server, short, report }) => {
  const battles = short ? 500 : 100_000;
  return withBundle(battles, report, async (bundle) => {
    const timeWithout = (functions: string | null) =>
      withDatabase(server, async (db) => {
        if (functions !== null) await dropTriggers(db.sql, functions);
        return seconds(() => importBundle(db, readLines(bundle)));
      });
    const whole: number[] = [];
    const lacking = TRIGGERS.map((triggers) => ({ ...triggers, times: [] as number[] }));
    for (let round = 1; round <= (short ? 1 : 3); round += 1) {
      whole.push(await timeWithout(null));
      for (const { functions, times } of lacking) times.push(await timeWithout(functions));
      const others = lacking.map(({ functions, times }) => `without ${functions}* ${times.at(-1)?.toFixed(1)} s`);
      report(`round ${round}: with all triggers ${whole.at(-1)?.toFixed(1)} s, ${others.join(', ')}`);
    }
    return lacking.map(({ what, aim, times }) => ({
      what: `time to import ${battles} battles, ${what}`,
      against: 'without its triggers',
      ratio: ratio(median(whole), median(times)),
      aim,
      measured: `${median(whole).toFixed(1)} against ${median(times).toFixed(1)} s`,
    }));
  });
};

async function dropTriggers(sql: Sql, functions: string): Promise<void> {
  const triggers = await sql.query<{ drop: string }>(
    `SELECT format('DROP TRIGGER %I ON %I', t.tgname, c.relname) AS "drop"
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE starts_with(p.proname, $1) AND NOT t.tgisinternal`,
    [functions],
  );
  if (triggers.length === 0) throw new Error(`There are no triggers that run ${functions}*`);
  await sql.script(triggers.map(({ drop }) => drop).join(';\n'));
}
