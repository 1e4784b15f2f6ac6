// A page of the website as one persisted operation, against the sequence of REST calls that builds the same page on the
// same service: the tournament, the standings of each stage, the participants, the latest six battles. The calls return
// everything that the page shows only together with the clubs of the organiser and the participants, each once. Nothing
// is remembered, and there is one client.
import { createAccountKey } from '../src/db/keys.js';
import { type Client, compareTimes, createClient, milliseconds } from './client.js';
import { withWorld } from './database.js';
import { type Bench, type Figure, ratio } from './figure.js';
import { startGateway, withServers } from './process.js';

const SLUG = 'spring-clash-2026';

export const benchPage: Bench = ({ server, short, report }) =>
  withWorld(server, short ? 500 : 1_000_000, report, async (db, url) => {
    const client = createClient({ authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` });
    try {
      return await withServers(async (started) => {
        const gateway = await started(startGateway({ DATABASE_URL: url, CACHE_MEGABYTES: '0' }));
        const page = () => readPage(client, gateway.url);
        const figures: Figure[] = [];
        for (const withClubs of [false, true]) {
          const calls = () => readByCalls(client, gateway.url, withClubs);
          const paths = await calls();
          report(`instead of one page: ${paths.join(', ')}`);
          const [time = 0, sequence = 0] = await compareTimes([page, calls], short ? 4 : 100);
          figures.push({
            what: 'a tournament page as one persisted operation',
            against: `${paths.length} REST calls in sequence, ${withClubs ? 'with' : 'without'} the clubs it shows`,
            ratio: ratio(sequence, time),
            aim: 'at least 2',
            measured: milliseconds(time, sequence),
          });
        }
        return figures;
      });
    } finally {
      client.close();
    }
  });

async function readPage(client: Client, base: string): Promise<void> {
  const variables = encodeURIComponent(JSON.stringify({ slug: SLUG }));
  const page = await client.json<{ data: { tournament: object | null } }>(
    `${base}/graphql?documentId=TournamentPage&variables=${variables}`,
  );
  if (!page.data.tournament) throw new Error(`There is no page of ${SLUG}`);
}

type Tournament = { organizer: string | null; stages: { id: string }[] };
type Listing<Row> = { data: Row[]; next: string | null };

/** Returns the paths of the calls. */
async function readByCalls(client: Client, base: string, withClubs: boolean): Promise<string[]> {
  const calls: string[] = [];
  const call = <Body>(path: string): Promise<Body> => {
    calls.push(path);
    return client.json<Body>(`${base}/api/v1${path}`);
  };
  const { data: tournament } = await call<{ data: Tournament }>(`/tournaments/${SLUG}`);
  for (const { id } of tournament.stages) await call(`/tournaments/${SLUG}/standings?stage=${id}`);
  const participants = await call<Listing<{ club: string | null }>>(`/tournaments/${SLUG}/participants?limit=100`);
  await call(`/tournaments/${SLUG}/battles?limit=6`);
  const clubs = new Set(withClubs ? [tournament.organizer, ...participants.data.map(({ club }) => club)] : []);
  for (const club of clubs) if (club !== null) await call(`/clubs/${club}`);
  return calls;
}
