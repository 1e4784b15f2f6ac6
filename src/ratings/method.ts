/** Name of the method in docs/method.md. Ratings made with another method are all recomputed. */
export const RATING_METHOD = 'glicko2-2';
