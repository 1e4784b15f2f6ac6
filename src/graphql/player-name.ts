// A name is null once its player has been removed: the id goes with it, and where the specification wants a
// string these words stand in.

type Named = { name: string | null };

export const shownName = ({ name }: Named): string => name ?? 'Removed player';

export const shownPlayerId = ({ name, playerId }: Named & { playerId: string | null }): string | null =>
  name === null ? null : playerId;
