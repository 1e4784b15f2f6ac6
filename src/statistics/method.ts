/** Version of the method that docs/method.md explains. Any change of its results needs a new number. */
export const STATISTICS_METHOD = 'factions-4';
