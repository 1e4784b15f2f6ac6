// A page of the site, remembered against a remembered REST answer, and not remembered against its operation over GraphQL;
// and what goes over the wire for an event of 200 players.
import { createAccountKey } from '../src/db/keys.js';
import { compareTimes, createClient, milliseconds } from './client.js';
import { withWorld } from './database.js';
import { EVENT, loadEvent } from './event.js';
import { type Bench, type Figure, ratio } from './figure.js';
import { compare, type Load } from './load.js';
import { startGateway, withServers } from './process.js';
import { STANDINGS } from './routes.js';

/** The whole board, so that page and answer have the same rows. */
const PAGE = `/tournaments/${EVENT}/swiss`;
const BYTES_MAX = 40_000;

export const benchSite: Bench = ({ server, short, report }) => {
  const load: Load = short ? { connections: 4, seconds: 1, rounds: 1 } : { connections: 16, seconds: 4, rounds: 5 };
  return withWorld(server, short ? 500 : 100_000, report, (db, url) =>
    withServers(async (start) => {
      await loadEvent(db);
      const headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` };
      const env = { DATABASE_URL: url, CURSOR_SECRET: 'bench', SITE_RATE_LIMIT: '0' };
      const gateway = await start(startGateway(env));
      const forgetful = await start(startGateway({ ...env, CACHE_MEGABYTES: '0' }));
      const client = createClient(headers);
      try {
        const sizes = await Promise.all(
          [PAGE, STANDINGS].map(async (path) => (await client.text(gateway.url + path)).length),
        );
        const figures: Figure[] = [
          {
            what: 'remembered page of a board',
            against: 'remembered REST standings',
            aim: 'at least 0.80',
            ...(await compare(
              { server: gateway, paths: [PAGE], headers: {} },
              { server: gateway, paths: [STANDINGS], headers },
              load,
            )),
          },
        ];
        report(`characters of the page and of the answer: ${sizes.join(', ')}`);
        const variables = encodeURIComponent(JSON.stringify({ slug: EVENT, stage: 'swiss' }));
        const operation = `${forgetful.url}/graphql?documentId=StagePage&variables=${variables}`;
        const [page = 0, data = 0] = await compareTimes(
          [() => client.text(forgetful.url + PAGE), () => client.text(operation)],
          short ? 4 : 100,
        );
        figures.push({
          what: 'page of a board that is not remembered',
          against: 'its operation over GraphQL',
          aim: 'at most 1.5',
          ratio: ratio(page, data),
          measured: milliseconds(page, data),
        });
        const bytes = await bytesOf(gateway.url);
        figures.push({
          what: 'page of 200 players with its style sheet, brotli',
          against: `${BYTES_MAX} bytes`,
          aim: 'at most 1',
          ratio: ratio(bytes.html + bytes.css, BYTES_MAX),
          measured: `${bytes.html} and ${bytes.css} bytes, 0 of script`,
        });
        return figures;
      } finally {
        client.close();
      }
    }),
  );
};

async function bytesOf(base: string): Promise<{ html: number; css: number }> {
  const headers = { 'accept-encoding': 'br' };
  const html = await fetch(base + PAGE, { headers });
  const text = await html.text();
  if (/<script(?! type="application\/ld\+json")/.test(text)) throw new Error('The page has a script');
  const [, path = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
  const css = await fetch(base + path, { headers });
  await css.arrayBuffer();
  const lengthOf = (response: Response) => Number(response.headers.get('content-length'));
  return { html: lengthOf(html), css: lengthOf(css) };
}
