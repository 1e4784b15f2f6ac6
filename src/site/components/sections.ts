import type { Section } from '../route.js';

/** Links in the header of every page. */
export const SECTIONS: readonly { section: Section; path: string; name: string }[] = [
  { section: 'tournaments', path: '/tournaments', name: 'Tournaments' },
  { section: 'players', path: '/players', name: 'Players' },
  { section: 'clubs', path: '/clubs', name: 'Clubs' },
  { section: 'factions', path: '/factions', name: 'Factions' },
  { section: 'ratings', path: '/ratings', name: 'Ratings' },
];
