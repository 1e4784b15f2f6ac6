/** How figures are computed, as docs/method.md explains it. A change of what it answers is a new number. */
export const STATISTICS_METHOD = 'factions-1';
