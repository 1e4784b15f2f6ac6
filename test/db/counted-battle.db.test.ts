import { expect, test } from 'vitest';
import { openTestDb } from '../support/database.js';
import { battle, load, result, tournament } from '../support/world.js';

const db = await openTestDb();

test('a battle of which one faction is unknown counts, and is in no matchup', async () => {
  await load(db, [
    tournament({ participants: ['Ann', 'Bo'] }),
    battle('b-1', { sides: result('win', [{ faction: 'Tidewrought' }, {}]) }),
    battle('b-2', { sides: result('loss', [{}, { faction: 'Stormhide' }]) }),
    battle('b-3', { sides: result('draw', [{ faction: 'Stormhide' }, { faction: 'Tidewrought' }]) }),
  ]);
  const counted = await db.prisma.countedBattle.findMany({ orderBy: { battleId: 'asc' } });
  expect(counted.map(({ battleId, matchup }) => [battleId, matchup !== null])).toStrictEqual([
    ['b-1', false],
    ['b-2', false],
    ['b-3', true],
  ]);
});
