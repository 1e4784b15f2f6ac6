import { isUndecided } from '../../standings/final-standings.js';
import { FINAL_STANDINGS, type Staged, stagesInOrder, totalRounds } from '../../standings/stage.js';
import { builder, ID_RULE, Node } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { TournamentStatus } from '../builder/enums.js';
import { COMPUTED_ON_READ } from '../builder/look-ahead.js';
import { listCost, standingsCost, TEAM_MATCHES, TEAMS, teamsCost } from '../builder/prices.js';
import { battleFilterArgs, battlesCost, narrowBattles } from '../read/battle-filters.js';
import { tournamentBySlug } from '../read/by-key.js';
import { connectionType } from '../read/connection.js';
import { filteredCost, narrowTournaments, tournamentFilterArgs } from '../read/filters.js';
import { competitionOf, findStandings, standingsOf } from '../read/find-standings.js';
import { teamsOf } from '../read/find-teams.js';
import { findByEither } from '../read/find-visible.js';
import { globalId } from '../read/global-id.js';
import { EVERYTHING, pageArgs, pageCost, readListing, resolveListing, windowArgs } from '../read/listing.js';
import { pageLink } from '../read/site-url.js';
import { BattleConnection } from './battle.js';
import { BoardRow } from './board.js';
import { ParticipantConnection } from './participant.js';
import { Provenance, type ProvenanceValue } from './provenance.js';
import { Stage } from './stage.js';
import { Standings, throughRoundArg } from './standings.js';
import { Team } from './team.js';
import { TeamBoard } from './team-board.js';
import { TeamMatch } from './team-match.js';
import { TournamentOrganizer } from './tournament-organizer.js';

/** Of a tournament without teams no battle is read for them. */
const TEAM_NAMES = { teams: { select: { name: true } } } as const;

/** Until the organiser sets a moment. */
const NEVER = 'never';

const slugOf = ({ slug }: { slug: string }) => slug;

export const Tournament = builder.prismaObject('Tournament', {
  description: 'An event organised by a club or by individuals.',
  interfaces: [Node],
  select: { slug: true },
  fields: (t) => ({
    id: t.id({ description: ID_RULE, resolve: ({ slug }) => globalId('Tournament', slug) }),
    slug: t.exposeString('slug', { description: 'Short name used in the tournament web address.' }),
    name: t.exposeString('name', { description: 'Tournament name.' }),
    status: t.expose('status', { type: TournamentStatus, description: 'Status: planned, ongoing or finished.' }),
    startDate: t.expose('startDate', {
      type: 'Date',
      nullable: true,
      description: 'First day, local date at the venue.',
    }),
    endDate: t.expose('endDate', { type: 'Date', nullable: true, description: 'Last day, local date at the venue.' }),
    changedAt: t.expose('changedAt', {
      type: 'DateTime',
      description: 'When the tournament itself last changed, such as its dates, place or status; not its battles.',
    }),
    description: t.exposeString('description', {
      description: "Organiser's description, plain text.",
      complexity: 1,
    }),
    city: t.exposeString('city', { nullable: true, description: 'Town or city.' }),
    country: t.exposeString('country', { nullable: true, description: 'Country name.' }),
    // Everyone who signed up, dropped or not. Kept by triggers: counting took a fifth of the statement of a listing.
    playerCount: t.int({
      description: 'How many players are signed up.',
      select: { size: { select: { players: true } } },
      resolve: ({ size }) => size?.players ?? 0,
      extensions: COMPUTED_ON_READ,
    }),
    rounds: t.int({
      description: 'Total number of rounds, counting every stage.',
      select: { stages: { select: { id: true, rounds: true } } },
      resolve: ({ stages }) => totalRounds(stages),
      extensions: COMPUTED_ON_READ,
    }),
    battleSize: t.exposeInt('battleSize', { description: 'Points limit per army.' }),
    battlePack: t.exposeString('battlePack', { nullable: true, description: 'Name of the battle pack used.' }),
    organizerSlug: t.exposeString('clubSlug', {
      nullable: true,
      description: 'Slug of the club running the tournament; null when no club is set.',
      extensions: COMPUTED_ON_READ,
    }),
    organizer: t.relation('club', {
      nullable: true,
      description: 'The club running the tournament; null when no club is set.',
    }),
    tournamentOrganizers: t.relation('organizers', {
      type: TournamentOrganizer,
      // A removed player, whose name is null, is not listed.
      query: { where: { name: { not: null } }, orderBy: { alphabetical: 'asc' } },
      description: 'The people running the tournament (not the club), sorted by name; empty when nobody is listed.',
      complexity: listCost(5),
    }),
    stages: t.field({
      type: [Stage],
      description: 'Stages the tournament is played in, in the order they run.',
      complexity: listCost(5),
      select: (_args, _context, nested) => ({
        slug: true,
        status: true,
        stages: nested({ select: { position: true } }),
      }),
      // Stages have the selected columns, and those that they are ordered by.
      resolve: (tournament) => stagesInOrder(tournament as unknown as Staged),
    }),
    standings: t.field({
      type: Standings,
      nullable: true,
      description:
        'Of one stage, or when none is named the final standings once the tournament has finished and the stage ' +
        'furthest along until then. Null while the tournament has no stages, or none that is played in rounds.',
      args: { stage: t.arg.string({ description: 'A stage id.' }), ...throughRoundArg },
      complexity: standingsCost,
      resolve: ({ slug }, { stage, throughRound }, context) =>
        findStandings(context, slug, stage ?? null, throughRound ?? null),
    }),
    winner: t.field({
      type: BoardRow,
      nullable: true,
      description:
        'The player in place 1 on the final standings; of joint winners, the first by name. Null until the tournament ' +
        'has finished, when the best place is not 1, and when it finished without any result.',
      complexity: standingsCost,
      select: { status: true },
      resolve: async (tournament, _args, context) => (await winnersOf(tournament, context))[0] ?? null,
    }),
    winners: t.field({
      type: [BoardRow],
      description:
        'All joint winners: every player in place 1 on the final standings, by name; empty when `winner` is null.',
      complexity: standingsCost,
      select: { status: true },
      resolve: (tournament, _args, context) => winnersOf(tournament, context),
    }),
    participants: t.field({
      type: ParticipantConnection,
      description: 'Everybody taking part, in alphabetical order, each with the submitted army list.',
      args: pageArgs,
      complexity: pageCost,
      resolve: resolveListing('tournamentParticipants', slugOf),
    }),
    battles: t.field({
      type: BattleConnection,
      description:
        'Every battle played in the tournament, newest first, that matches every filter. Those of a club or a player are ' +
        'without archived ones.',
      args: {
        club: t.arg.string({ description: "The club's short name." }),
        player: t.arg.id({ description: 'The public player id.' }),
        ...windowArgs,
        ...battleFilterArgs,
        ...pageArgs,
      },
      complexity: (args) => battlesCost('tournament', { ...args, tournament: '' }),
      resolve: ({ slug }, args, context, info) => {
        const narrowing = narrowBattles('tournament', { ...args, tournament: slug });
        return readListing('tournamentBattles', slug, args, context, info, narrowing);
      },
    }),
    teamCount: t.int({
      description: 'How many teams take part; 0 unless it is played by teams.',
      select: TEAM_NAMES,
      resolve: ({ teams }) => teams.length,
      extensions: COMPUTED_ON_READ,
    }),
    teams: t.relation('teams', {
      type: Team,
      query: { orderBy: { alphabetical: 'asc' } },
      description: 'Teams taking part, in alphabetical order; empty unless it is played by teams.',
      complexity: listCost(TEAMS),
    }),
    teamMatches: t.field({
      type: [TeamMatch],
      description: 'Matches of teams, in the order of stages and rounds.',
      complexity: teamsCost(TEAM_MATCHES),
      select: TEAM_NAMES,
      resolve: async ({ slug, teams }, _args, context) =>
        teams.length === 0 ? [] : (await teamsOf(context, slug)).matches,
    }),
    teamBoard: t.field({
      type: TeamBoard,
      nullable: true,
      description: 'The board of teams; null unless it is played by teams.',
      complexity: teamsCost(1),
      select: TEAM_NAMES,
      resolve: async ({ slug, teams }, _args, context) =>
        teams.length === 0 ? null : (await teamsOf(context, slug)).board,
    }),
    listsShown: t.boolean({
      description: 'Whether army lists are shown; until then, `list` is null, and so is what is only known from lists.',
      select: { listsFrom: true },
      resolve: ({ listsFrom }) => listsFrom === null,
      extensions: COMPUTED_ON_READ,
    }),
    listsFrom: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Moment from which army lists are shown; null when they are, and while the organiser has not set one.',
      select: { listsFrom: true },
      resolve: ({ listsFrom }) => (listsFrom === null || listsFrom === NEVER ? null : new Date(listsFrom)),
      extensions: COMPUTED_ON_READ,
    }),
    provenance: t.field({
      type: Provenance,
      nullable: true,
      description: 'Where it came from, when a converter made its record.',
      select: { provenance: true },
      resolve: ({ provenance }) => provenance as ProvenanceValue | null,
    }),
    url: t.string(pageLink('tournament', slugOf)),
  }),
});

async function winnersOf({ slug, status }: { slug: string; status: string }, context: Context) {
  if (status !== 'finished' || isUndecided(await competitionOf(context, slug, null))) return [];
  const standings = await standingsOf(context, slug, FINAL_STANDINGS, null);
  return standings.kind === 'Board' ? standings.rows.filter(({ rank }) => rank === 1) : [];
}

export const TournamentConnection = connectionType('Tournament', Tournament);

builder.queryFields((t) => ({
  tournaments: t.field({
    type: TournamentConnection,
    description:
      'Published tournaments that match every filter, newest start date first. `from` and `to` bound the start date. ' +
      'A value that matches nothing, such as an unknown club, gives an empty page.',
    args: {
      ...windowArgs,
      ...tournamentFilterArgs,
      ...pageArgs,
    },
    complexity: (args) => filteredCost('tournaments', args, narrowTournaments(args)),
    resolve: (_root, args, context, info) =>
      readListing('tournaments', EVERYTHING, args, context, info, narrowTournaments(args)),
  }),
  tournament: t.field({
    type: Tournament,
    nullable: true,
    description: 'One tournament.',
    args: { slug: t.arg.string({ required: true, description: "The tournament's short name." }) },
    resolve: (_root, { slug }, context, info) =>
      findByEither('Tournament', slug, context, (key) => tournamentBySlug(key, context, info)),
  }),
}));
