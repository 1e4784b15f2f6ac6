// Two processes of the service over a primary and a standby that comes after it late and in leaps.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPostgres } from '../../src/db/postgres.js';
import { createTestApp } from '../support/app.js';
import { AT_ONE_MOMENT, expectNothingStale } from '../support/nothing-stale.js';
import { isLong } from './long.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';
import { openPair, openWithReplica, readsOn } from './with-standby.js';

describeOnPostgres('a standby that comes late', () => {
  test('what is remembered from its rows equals what the primary says, whatever is written', async () => {
    const { primary, standby, db } = await openPair({ recovery_min_apply_delay: '20ms' });
    const other = await openWithReplica(primary.url, standby.url, () => undefined);
    const alone = await openPostgres(primary.url, 2, console.log);
    whenOver(() => alone.close());
    const remember = { ...AT_ONE_MOMENT, remember: true };
    const remembering = [await createTestApp(db, remember), await createTestApp(other, remember)] as const;
    const plain = await createTestApp(alone, AT_ONE_MOMENT);
    for (const app of [...remembering, plain]) whenOver(() => app.close());
    let over = false;
    const leaps = (async () => {
      while (!over) {
        await standby.pause();
        await sleep(Math.random() * 200);
        await standby.resume();
        await sleep(Math.random() * 400);
      }
    })();
    const before = await readsOn(standby);
    await expectNothingStale(alone, { remembering, plain }, isLong ? 10 : 1);
    over = true;
    await leaps;
    expect(await readsOn(standby)).toBeGreaterThan(before);
  }, 1_800_000);
});
