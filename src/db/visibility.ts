// What may be seen at all, said once. Every way into the data goes through one of these: a root field or a
// listing. From something visible, relations only lead to things that are visible too.

/** Every club is. */
export const CLUB_IS_VISIBLE = 'true';

/** Only published tournaments are exposed. */
export const tournamentIsVisible = (t: string) => `${t}."published"`;

/** A battle of an unpublished tournament is nowhere; casual battles are everybody's. */
export const battleIsVisible = (b: string) =>
  `(${b}."tournament_slug" IS NULL OR EXISTS (
    SELECT FROM "tournament" seen WHERE seen."slug" = ${b}."tournament_slug" AND ${tournamentIsVisible('seen')}))`;

/** Archived battles are left out of player and club listings; a tournament's own record keeps them. */
export const battleIsListed = (b: string) => `NOT ${b}."archived" AND ${battleIsVisible(b)}`;

/** A removed player does not exist for callers; players are only looked up through Prisma. */
export const VISIBLE_PLAYER = { removed: false };
