import { runPublish } from './published.js';

await runPublish(
  `Usage: npm run publish -- SLUG

Makes a tournament public, with its battles.`,
  true,
);
