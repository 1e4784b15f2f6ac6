import type { Stage } from '../standings/stage.js';
import type { TournamentStatus } from './generated/enums.js';
import { createNoun } from './noun.js';
import type { Columns } from './packed.js';
import { stagesOf } from './stage.js';
import { TOURNAMENTS } from './visibility.js';

export type TournamentRow = {
  slug: string;
  name: string;
  status: TournamentStatus;
  startDate: string | null;
  endDate: string | null;
  city: string | null;
  country: string | null;
  battleSize: number;
  battlePack: string | null;
  clubSlug: string | null;
  description: string;
  playerCount: number;
  stages: Stage[];
  organizers: OrganizerRow[];
};

export type OrganizerRow = { name: string; playerId: string };

export type TournamentPart = 'description' | 'playerCount' | 'stages' | 'organizers';

export const TOURNAMENT = createNoun<TournamentRow, TournamentPart>(TOURNAMENTS, (asked) => ({
  slug: 't."slug"',
  name: 't."name"',
  status: 't."status"',
  startDate: 't."start_date"',
  endDate: 't."end_date"',
  city: 't."city"',
  country: 't."country"',
  battleSize: 't."battle_size"',
  battlePack: 't."battle_pack"',
  clubSlug: 't."club_slug"',
  ...Object.fromEntries([...asked].sort().map((part) => [part, PARTS[part]])),
}));

const PARTS: Required<Columns<Pick<TournamentRow, TournamentPart>>> = {
  description: 't."description"',
  // Everybody who signed up, dropped or not.
  playerCount: '(SELECT count(*) FROM "participant" p WHERE p."tournament_slug" = t."slug")',
  stages: stagesOf('t."slug"'),
  organizers: {
    columns: { name: 'o."name"', playerId: 'o."player_id"' },
    // Somebody who has been removed is no longer listed.
    from: '"tournament_organizer" o WHERE o."tournament_slug" = t."slug" AND o."name" IS NOT NULL',
    order: 'o."alphabetical"',
  },
};
