// A name is null once its player has been removed. The id is then hidden too, and a fixed text is shown where the
// specification requires a string.

type Named = { name: string | null };

export const shownName = ({ name }: Named): string => name ?? 'Removed player';

export const shownPlayerId = ({ name, playerId }: Named & { playerId: string | null }): string | null =>
  name === null ? null : playerId;
