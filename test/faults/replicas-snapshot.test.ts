// Like test/graphql/one-snapshot.db.test.ts, but reading from a standby that replays each flip before the next
// statement.
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { WatchStatement } from '../../src/db/watched.js';
import { sizedWorld, variablesOf } from '../operations/sized-world.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createFlip, worldsIn } from '../support/flip.js';
import { load } from '../support/world.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';
import { FORGETFUL, openPair, openWithReplica, type Pair, readsOn } from './with-standby.js';

const { tournament } = variablesOf('few');
const DOCUMENT = `{ clubs(first: 2) { nodes { name tournaments(first: 2) { nodes { name
  participants(first: 2) { nodes { name player { name } } } } } battles(first: 2) { nodes { scenario } } } } }`;

describeOnPostgres('a standby that goes on while it is read', () => {
  const flip = createFlip();
  let pair: Pair;
  let app: TestApp;
  let flipping = false;
  const watch: WatchStatement = async (text, send) => {
    const result = await send();
    if (flipping && text.startsWith('SELECT')) {
      await flip(pair.db.sql);
      await pair.db.sql.query('SELECT log_head()');
      await pair.standby.caughtUp();
    }
    return result;
  };
  beforeAll(async () => {
    pair = await openPair();
    await load(pair.db, sizedWorld('few'));
    // Vacuums now, and keeps a transaction open so that no dead rows are pruned later: the replay of pruning would
    // conflict with queries on the standby and wait for them.
    await pair.db.sql.query('VACUUM');
    const holder = new pg.Client(pair.primary.url);
    await holder.connect();
    await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM "club"');
    whenOver(() => holder.end());
    await flip(pair.db.sql);
    app = await createTestApp(
      await openWithReplica(pair.primary.url, pair.standby.url, () => undefined, watch),
      FORGETFUL,
    );
    whenOver(() => app.close());
    await pair.standby.caughtUp();
  }, 60_000);

  test.each([
    [
      'a page of the website',
      `/graphql?${new URLSearchParams({ documentId: 'TournamentPage', variables: JSON.stringify({ slug: tournament }) })}`,
    ],
    ["a caller's own document", `/graphql?${new URLSearchParams({ query: DOCUMENT })}`],
  ])('is read in one state by %s', async (_operation, path) => {
    const before = await readsOn(pair.standby);
    flipping = true;
    const worlds: number[] = [];
    for (let time = 0; time < 3; time += 1) worlds.push(worldsIn(await (await app.get(path)).text()).length);
    flipping = false;
    expect(worlds).toStrictEqual([1, 1, 1]);
    expect((await readsOn(pair.standby)) - before).toBeGreaterThan(3);
  });
});
