// All routes of the site. When several match an address, the first one that has something there answers.

import { bracketImage } from './exports/bracket-image.js';
import { clubCalendar, tournamentCalendar, tournamentsCalendar } from './exports/calendar.js';
import { feed } from './exports/feed.js';
import { sitemap, sitemapParts } from './exports/sitemap.js';
import { battlesTable, participantsTable, stageTable } from './exports/tables.js';
import { battlePage } from './pages/battle.js';
import { clubPage } from './pages/club.js';
import { clubsPage } from './pages/clubs.js';
import { factionPage } from './pages/faction.js';
import { factionsPage } from './pages/factions.js';
import { homePage } from './pages/home.js';
import { methodPage } from './pages/method.js';
import { opponentsPage } from './pages/opponents.js';
import { pairingPage } from './pages/pairing.js';
import { participantsPage } from './pages/participants.js';
import { playerPage } from './pages/player.js';
import { playerBattlesPage } from './pages/player-battles.js';
import { playersPage } from './pages/players.js';
import { ratingsPage } from './pages/ratings.js';
import { searchPage } from './pages/search.js';
import { stagePage } from './pages/stage.js';
import { teamsPage } from './pages/teams.js';
import { tournamentPage } from './pages/tournament.js';
import { tournamentBattlesPage } from './pages/tournament-battles.js';
import { tournamentsPage } from './pages/tournaments.js';
import type { Route } from './route.js';

export const ROUTES: readonly Route[] = [
  homePage,
  tournamentsPage,
  tournamentPage,
  tournamentCalendar,
  participantsTable,
  battlesTable,
  stageTable,
  bracketImage,
  participantsPage,
  tournamentBattlesPage,
  teamsPage,
  stagePage,
  battlePage,
  clubsPage,
  clubPage,
  clubCalendar,
  playersPage,
  playerPage,
  playerBattlesPage,
  opponentsPage,
  factionsPage,
  factionPage,
  pairingPage,
  ratingsPage,
  methodPage,
  searchPage,
  tournamentsCalendar,
  feed,
  sitemap,
  ...sitemapParts,
];
