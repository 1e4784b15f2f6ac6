import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { DbError } from '../../../src/db/db-error.js';
import { openPostgres } from '../../../src/db/postgres/postgres.js';
import { skipOnEmbedded } from '../../support/database.js';

test.skipIf(skipOnEmbedded('it has one encoding'))(
  'a database of a cluster without a locale is refused, with the statement that makes one to use',
  async () => {
    const template = inject('template');
    const url = new URL('url' in template ? template.url : '');
    // Named after the template, so that they are dropped together with it.
    const named = `${url.pathname.slice(1)}_${randomBytes(4).toString('hex')}`;
    const create = async (name: string, options: string) => {
      const admin = new pg.Client(process.env.TEST_DATABASE_URL);
      await admin.connect();
      await admin.query(`CREATE DATABASE "${name}" ${options}`);
      await admin.end();
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    };
    const ascii = await create(named, "ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");
    const refused = await openPostgres(ascii, 1, console.log).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DbError);
    const said = (refused as DbError).message;
    expect(said).toBe(
      `PostgreSQL database "${named}" at ${url.host} has the encoding SQL_ASCII and needs UTF8. ` +
        "Create another: CREATE DATABASE … ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0",
    );
    const [, options = ''] = said.split('…');
    await (await openPostgres(await create(`${named}_utf8`, options), 1, console.log)).close();
  },
);
