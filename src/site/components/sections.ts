import type { Section } from '../route.js';

/** What the bar of every page leads to. */
export const SECTIONS: readonly { section: Section; path: string; name: string }[] = [
  { section: 'tournaments', path: '/tournaments', name: 'Tournaments' },
  { section: 'players', path: '/players', name: 'Players' },
  { section: 'clubs', path: '/clubs', name: 'Clubs' },
  { section: 'factions', path: '/factions', name: 'Factions' },
  { section: 'ratings', path: '/ratings', name: 'Ratings' },
];
