// The answer of each REST route over the demo world, for the OpenAPI document. A test fails when the file is stale.
import { createApp } from '../src/app/app.js';
import type { Db } from '../src/db/client.js';
import { bringUpToDate } from '../src/db/derived/up-to-date.js';
import { schema } from '../src/graphql/schema/schema.js';
import { DEMO_KEY } from '../src/key.js';
import { urlPathOf } from '../src/rest/route-answer.js';
import { readRoutes } from '../src/rest/routes.js';

/** Number of entries per listing, enough to show the structure. */
const ENTRIES = 2;
const BASE = 'https://api.battles.example';

/** `db` must contain the demo world. */
export async function restExamples(db: Db): Promise<string> {
  await bringUpToDate(db);
  const config = { siteUrl: 'https://battles.example', cursorSecret: 'example', cursorLifetimeMs: 0, publicUrl: BASE };
  const app = await createApp({ config, db, log: console.error, now: () => Date.UTC(2027, 0, 1) });
  const examples: Record<string, unknown> = {};
  for (const route of readRoutes(schema)) {
    const request = new Request(BASE + urlPathOf(route, route.example), {
      headers: { authorization: `Bearer ${DEMO_KEY}` },
    });
    const text = await (await app.fetch(request)).text();
    // The position in the change feed differs between databases.
    const body = JSON.parse(text.replace(/(?<=since=)[\w-]+/, 'CURSOR'));
    examples[route.name] = { ...body, data: Array.isArray(body.data) ? body.data.slice(0, ENTRIES) : body.data };
  }
  await app.close();
  return `${JSON.stringify(examples, null, 2)}\n`;
}
