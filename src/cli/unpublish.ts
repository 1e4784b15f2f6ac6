import { runPublish } from './published.js';

await runPublish(
  `Usage: npm run unpublish -- SLUG [--lists]

Hides a tournament, with its battles: to callers it is as if there were none. Nothing is lost.

  --lists  hides its army lists until they are published, and leaves the rest as it is`,
  { does: 'unpublish', published: false, listsFrom: 'never' },
);
