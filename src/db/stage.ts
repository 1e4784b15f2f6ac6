import type { Stage } from '../standings/stage.js';
import type { Rows } from './packed.js';

/** The stages recorded for a tournament, in no order: what comes last depends on how far it has got. */
export const stagesOf = (tournament: string): Rows<Stage> => ({
  columns: {
    tournamentSlug: 'g."tournament_slug"',
    id: 'g."id"',
    name: 'g."name"',
    type: 'g."type"',
    rounds: 'g."rounds"',
    players: 'g."players"',
    position: 'g."position"',
  },
  from: `"stage" g WHERE g."tournament_slug" = ${tournament}`,
});
