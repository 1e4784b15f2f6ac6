import { builder } from '../builder/builder.js';
import { COMPUTED_ON_READ } from '../builder/look-ahead.js';
import { playerOf } from '../read/by-key.js';
import { shownName } from '../read/player-name.js';

export const TournamentOrganizer = builder.prismaObject('TournamentOrganizer', {
  description: 'One of the people running a tournament.',
  select: { playerId: true },
  fields: (t) => ({
    name: t.string({
      description: 'Display name.',
      select: { name: true },
      resolve: shownName,
      extensions: COMPUTED_ON_READ,
    }),
    playerId: t.exposeID('playerId', { description: 'Public player id.' }),
    player: t.field({
      type: 'Player',
      description: 'The player.',
      resolve: ({ playerId }, _args, context, info) => playerOf(playerId, context, info),
    }),
  }),
});
