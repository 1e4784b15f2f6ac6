// A world with three rows in every listing, for tests with pages of one row.
import type { BundleRecord } from '@battle-results/bundle-format/record';
import { battle, club, player, result, tournament } from '../support/world.js';

const CLUB = 'northern-legion';

export const listingWorld: BundleRecord[] = [
  club(),
  club({ slug: 'other-club', name: 'Other Club' }),
  player('p-1', { name: 'Ann' }),
  player('p-2', { name: 'Bo' }),
  tournament({ club: CLUB, startDate: '2026-05-01', participants: [{ playerId: 'p-1' }, { playerId: 'p-2' }, 'Cy'] }),
  tournament({ slug: 'summer-clash', club: CLUB, startDate: '2026-06-01' }),
  tournament({ slug: 'autumn-clash', club: CLUB, startDate: '2026-09-01' }),
  ...['b-1', 'b-2', 'b-3'].map((id) => battle(id, { date: '2026-05-02', sides: result('win') })),
];

/** Every listing route, with an existing and an unknown parent. */
export const LISTINGS = [
  { path: '/api/v1/tournaments', dates: true },
  { path: '/api/v1/tournaments/spring-clash/participants', unknown: '/api/v1/tournaments/nowhere/participants' },
  { path: '/api/v1/tournaments/spring-clash/battles', unknown: '/api/v1/tournaments/nowhere/battles' },
  { path: '/api/v1/clubs/northern-legion/tournaments', unknown: '/api/v1/clubs/nowhere/tournaments', dates: true },
  { path: '/api/v1/clubs/northern-legion/battles', unknown: '/api/v1/clubs/nowhere/battles', dates: true },
  { path: '/api/v1/users/p-1/battles', unknown: '/api/v1/users/nobody/battles', dates: true },
];
export const PATHS = LISTINGS.map(({ path }) => path);
export const DATED = LISTINGS.filter(({ dates }) => dates).map(({ path }) => path);

/** Every route for a single entity. */
export const SINGLES = [
  '/api/v1/tournaments/spring-clash',
  '/api/v1/tournaments/spring-clash/standings',
  '/api/v1/clubs/northern-legion',
  '/api/v1/battles/b-1',
];
