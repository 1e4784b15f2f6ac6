import { readConfig } from '../config.js';
import { createDb } from '../db/client.js';
import { migrate } from '../db/migrate.js';
import { runCommand, tell } from './command.js';

const USAGE = `Usage: npm run migrate

Brings the tables of the database to what this release needs. The service does so by itself when it starts.`;

await runCommand({ usage: USAGE, options: {}, allowPositionals: false }, async () => {
  const db = await createDb(readConfig(), tell);
  try {
    const applied = await migrate(db);
    tell(applied.length === 0 ? `${db.place} is up to date.` : `Applied to ${db.place}:\n  ${applied.join('\n  ')}`);
  } finally {
    await db.close();
  }
});
