import { readConfig } from '../config.js';
import { MIGRATIONS, migrate } from '../db/migrate.js';
import { createDb } from '../db/open.js';
import { report, runCommand } from './command.js';

const USAGE = `Usage: npm run migrate

Brings the tables of the database, and the engine of an embedded one, to what this release needs. The service does so by itself when it starts.`;

await runCommand({ usage: USAGE, allowPositionals: false }, async () => {
  const config = readConfig();
  if (config.databaseUrl === null) {
    await (await import('../backup/upgrade-engine.js')).upgradeEngine(config.dataDir, report);
  }
  const db = await createDb(config, report, { asGuest: true });
  try {
    const applied = await migrate(db, MIGRATIONS, report);
    report(
      applied.length === 0 ? `${db.location} is up to date.` : `Applied to ${db.location}:\n  ${applied.join('\n  ')}`,
    );
  } finally {
    await db.close();
  }
});
