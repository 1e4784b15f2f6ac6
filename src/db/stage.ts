import type { StageType } from './generated/enums.js';
import type { Rows } from './packed.js';

export type StageRow = {
  tournamentSlug: string;
  id: string;
  name: string;
  type: StageType;
  rounds: number | null;
  players: number | null;
  position: number;
};

/** The stages of a tournament, in no order: what comes last depends on how far it has got. */
export const stagesOf = (tournament: string): Rows<StageRow> => ({
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
