// A page of the site: remembered, against a remembered REST answer; not remembered, against its operation over GraphQL;
// and the bytes on the wire for an event of 200 players.
import { createAccountKey } from '../src/db/keys.js';
import { compareTimes, createClient, milliseconds } from './client.js';
import { withWorld } from './database.js';
import { EVENT, loadEvent } from './event.js';
import { type Bench, type Figure, ratio } from './figure.js';
import { compare, type Load, SHORT } from './load.js';
import { startGateway, withServers } from './process.js';
import { STANDINGS } from './routes.js';

/** The whole board, so that the page and the REST answer have the same rows. */
const PAGE = `/tournaments/${EVENT}/swiss`;
const BYTES_MAX = 40_000;

export const benchSite: Bench = ({ server, short, report }) => {
  const load: Load = short ? SHORT : { connections: 16, seconds: 4, rounds: 5 };
  return withWorld(server, short ? 500 : 100_000, report, (db, url) =>
    withServers(async (start) => {
      await loadEvent(db);
      const headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` };
      const env = { DATABASE_URL: url, CURSOR_SECRET: 'b'.repeat(32), SITE_RATE_LIMIT: '0' };
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
          what: 'page of 200 players with its style sheet and script, brotli',
          against: `${BYTES_MAX} bytes`,
          aim: 'at most 1',
          ratio: ratio(bytes.html + bytes.css + bytes.script, BYTES_MAX),
          measured: `${bytes.html}, ${bytes.css} and ${bytes.script} bytes`,
        });
        return figures;
      } finally {
        client.close();
      }
    }),
  );
};

async function bytesOf(base: string): Promise<{ html: number; css: number; script: number }> {
  const ask = async (path: string) => {
    const response = await fetch(base + path, { headers: { 'accept-encoding': 'br' } });
    return { text: await response.text(), bytes: Number(response.headers.get('content-length')) };
  };
  const page = await ask(PAGE);
  const found = (pattern: RegExp) => {
    const [address, ...others] = [...page.text.matchAll(pattern)].map(([, path = '']) => path);
    if (address === undefined || others.length > 0) throw new Error(`The page does not have one ${pattern.source}`);
    return ask(address);
  };
  const css = await found(/<link rel="stylesheet" href="([^"]+)"/g);
  const script = await found(/<script type="module" src="([^"]+)"/g);
  return { html: page.bytes, css: css.bytes, script: script.bytes };
}
