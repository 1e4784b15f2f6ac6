/** Costs of some routes, each without filters, for a person who sets a budget. */
export const COSTS =
  'an answer that is remembered costs 1, standings 111, a page of 50 battles 251, one of 50 tournaments 601, the figures ' +
  'of all factions 4,375';
