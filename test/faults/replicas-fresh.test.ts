// Two processes of the service over a primary and a standby that lags and catches up in leaps.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { createTestApp } from '../support/app.js';
import { AT_ONE_MOMENT, expectNothingStale } from '../support/nothing-stale.js';
import { club, load } from '../support/world.js';
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

  test('a caller who asks for it sees a write that the standby does not show yet', async () => {
    const { standby, db } = await openPair();
    const app = await createTestApp(db, { remember: true });
    whenOver(() => app.close());
    await load(db, [club({ name: 'Name 0' })]);
    const nameWith = async (headers: Record<string, string>) =>
      (await (await app.get('/api/v1/clubs/northern-legion', headers)).json()).data.name;
    const rename = async (name: string) => {
      await db.sql.query(`UPDATE "club" SET "name" = $1`, [name]);
      const [row] = await db.sql.query<{ at: string }>('SELECT log_head()::text AS "at"');
      return { 'x-read-after': row?.at ?? '' };
    };
    await standby.pause();
    for (let at = 1; at <= 20; at += 1) {
      const after = await rename(`Name ${at}`);
      const names = [await nameWith(after), await nameWith({ 'cache-control': 'no-cache' })];
      expect(names).toStrictEqual(Array(2).fill(`Name ${at}`));
    }
    await standby.resume();
    const after = await rename('Name 21');
    const before = await readsOn(standby);
    await vi.waitUntil(
      async () => {
        expect(await nameWith(after)).toBe('Name 21');
        return (await readsOn(standby)) > before;
      },
      { timeout: 20_000, interval: 50 },
    );
  }, 120_000);
});
