import { runPublish } from './published.js';

await runPublish(
  `Usage: npm run unpublish -- SLUG

Hides a tournament, with its battles: to callers it is as if there were none. Nothing is lost.`,
  false,
);
