// The import against COPY. The baseline is the time in which PostgreSQL loads the rows that the import produces:
// prepared text, one COPY per table into the same tables with the same indexes and constraints, our triggers disabled.
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { importBundle } from '../src/bundle/import.js';
import { readLines } from '../src/bundle/lines.js';
import { withBundle } from './bundle.js';
import { withDatabase } from './database.js';
import { type Bench, type BenchOptions, median, ratio, seconds } from './figure.js';

/** In an order that satisfies the foreign keys. */
const TABLES = [
  'club',
  'player',
  'battle_pack',
  'tournament',
  'tournament_organizer',
  'stage',
  'team',
  'participant',
  'battle',
  'battle_side',
  'club_battle',
  'bracket_match',
];

export const benchImport: Bench = ({ server, short, report }) => {
  const battles = short ? 1_500 : 100_000;
  return withBundle(battles, report, async (bundle, folder) => {
    const imports: number[] = [];
    const copies: number[] = [];
    for (let round = 1; round <= (short ? 1 : 3); round += 1) {
      imports.push(await timeImport(server, bundle, folder));
      copies.push(await timeCopy(server, folder));
      report(`round ${round}: import ${imports.at(-1)?.toFixed(1)} s, COPY ${copies.at(-1)?.toFixed(1)} s`);
    }
    const [ours, theirs] = [median(imports), median(copies)];
    return [
      {
        what: `import of ${battles} battles`,
        against: 'COPY of the resulting rows, triggers off',
        ratio: ratio(theirs, ours),
        aim: 'at least 0.33',
        measured: `${Math.round(battles / ours)} against ${Math.round(battles / theirs)} battles/s`,
      },
    ];
  });
};

/** Writes the resulting rows to files for COPY. */
function timeImport(server: BenchOptions['server'], bundle: string, folder: string): Promise<number> {
  return withDatabase(server, async (db, url) => {
    const time = await seconds(() => importBundle(db, readLines(bundle)));
    await withClient(url, async (client) => {
      for (const table of TABLES) {
        const rows = client.query(copyTo(`COPY (SELECT ${await columns(client, table)} FROM "${table}") TO STDOUT`));
        await pipeline(rows, createWriteStream(join(folder, table)));
      }
    });
    return time;
  });
}

function timeCopy(server: string, folder: string): Promise<number> {
  return withDatabase(server, (_, url) =>
    withClient(url, async (client) => {
      for (const table of TABLES) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
      return seconds(async () => {
        await client.query('BEGIN');
        for (const table of TABLES) {
          const into = client.query(copyFrom(`COPY "${table}" (${await columns(client, table)}) FROM STDIN`));
          await pipeline(createReadStream(join(folder, table), { highWaterMark: 1 << 20 }), into);
        }
        await client.query('COMMIT');
      });
    }),
  );
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Lists the columns of a table without the generated ones, which cannot be written. */
async function columns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ list: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS list FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return rows[0]?.list ?? '';
}
