/** The name under which docs/method.md explains it. Where ratings were made by another, all of them are made anew. */
export const RATING_METHOD = 'glicko2-1';
