import type { BundleRecord } from '@battle-results/bundle-format/record';
import { battle, battlePack, casual, club, player, result, tournament } from './world.js';

const OUTCOMES = ['win', 'loss', 'draw'] as const;
const FACTIONS = ['Tidewrought', 'Stormhide', null];
export const PLAYERS = ['p-1', 'p-2', 'p-3', 'p-4', 'p-5', 'p-6'];

/** Three tournaments of six players, round by round and week by week, and a casual battle that is not rated. */
export const ratedWorld: BundleRecord[] = [
  battlePack(),
  club({ slug: 'c-1' }),
  club({ slug: 'c-2' }),
  ...PLAYERS.map((id) => player(id)),
  ...[1, 2, 3].map((at) =>
    tournament({
      slug: `t-${at}`,
      club: 'c-1',
      startDate: `2026-0${at}-10`,
      participants: PLAYERS.map((playerId) => ({ playerId, club: at === 1 ? 'c-2' : null })),
    }),
  ),
  ...Array.from({ length: 30 }, (_, at) => {
    const [first, second] = [(at % 6) + 1, ((at + 1 + (at % 5)) % 6) + 1];
    const event = Math.floor(at / 10) + 1;
    return battle(`b-${at}`, {
      tournament: `t-${event}`,
      // A battle without a date counts as played on the first day of its tournament.
      date: at % 4 === 0 ? null : `2026-0${event}-${10 + (at % 10)}`,
      round: (at % 3) + 1,
      archived: at === 7,
      sides: result(OUTCOMES[(at * at) % 3] ?? 'win', [
        { entry: first, faction: FACTIONS[at % 3] ?? null, role: at % 2 === 0 ? 'attacker' : null },
        { entry: second, faction: FACTIONS[(at + 1) % 3] ?? null },
      ]),
    });
  }),
  casual('casual', {
    date: '2026-01-12',
    sides: result('win', [{ playerId: 'p-1' }, { playerId: 'p-2' }]).map(uncounted) as never,
  }),
];

/** A side without an entry, as in a casual battle. */
function uncounted({ entry, ...side }: { entry?: number | null | undefined }) {
  return side;
}
