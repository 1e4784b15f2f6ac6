import { runPublish } from './published.js';

await runPublish(
  `Usage: npm run publish -- SLUG [--lists]

Makes a tournament public, with its battles.

  --lists  shows its army lists now, and leaves the rest as it is`,
  { does: 'publish', published: true, listsFrom: null },
);
