// What may be seen at all, said once. Every way into the data goes through one of these: a root field or a
// listing. From something visible, relations only lead to things that are visible too.

/** Where the things of a kind are, what a statement calls them, their key, and which of them are visible. */
export type Things = { table: string; as: string; key: string; visible: string };

/** Only published tournaments are exposed. */
export const tournamentIsVisible = (t: string) => `${t}."published"`;

/** A battle of an unpublished tournament is nowhere; casual battles are everybody's. */
const battleIsVisible = (b: string) =>
  `(${b}."tournament_slug" IS NULL OR EXISTS (
    SELECT FROM "tournament" seen WHERE seen."slug" = ${b}."tournament_slug" AND ${tournamentIsVisible('seen')}))`;

/** Archived battles are left out of player and club listings; a tournament's own record keeps them. */
export const battleIsListed = (b: string) => `NOT ${b}."archived" AND ${battleIsVisible(b)}`;

/** A removed player does not exist for callers; this is how Prisma is told. */
export const VISIBLE_PLAYER = { removed: false };

export const TOURNAMENTS: Things = {
  table: '"tournament"',
  as: 't',
  key: 't."slug"',
  visible: tournamentIsVisible('t'),
};
/** Every club is. */
export const CLUBS: Things = { table: '"club"', as: 'c', key: 'c."slug"', visible: 'true' };
export const PLAYERS: Things = {
  table: '"player"',
  as: 'p',
  key: 'p."id"',
  visible: `p."removed" = ${VISIBLE_PLAYER.removed}`,
};
export const BATTLES: Things = { table: '"battle"', as: 'b', key: 'b."id"', visible: battleIsVisible('b') };
