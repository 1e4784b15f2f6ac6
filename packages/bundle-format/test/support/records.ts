// Builders of bundle records: every argument is optional, ids are readable. A test states only what it is about.
import type {
  BattlePackRecord,
  BattleRecord,
  ClubRecord,
  ParticipantRecord,
  PlayerRecord,
  RoundRecord,
  SideRecord,
  StageRecord,
  TournamentRecord,
} from '../../src/record.js';

export const club = (rest: Partial<ClubRecord> = {}): ClubRecord => ({
  type: 'club',
  slug: 'northern-legion',
  name: 'Northern Legion',
  ...rest,
});

export const player = (id: string, rest: Partial<PlayerRecord> = {}): PlayerRecord => ({
  type: 'player',
  id,
  name: `Player ${id}`,
  ...rest,
});

export const battlePack = (rest: Partial<BattlePackRecord> = {}): BattlePackRecord => ({
  type: 'battlePack',
  name: 'Plain Pack',
  ...rest,
});

export const swiss = (rest: Partial<StageRecord> = {}): StageRecord => ({
  id: 'swiss',
  name: 'Swiss Stage',
  type: 'board',
  rounds: 3,
  ...rest,
});

export const knockout = (rest: Partial<StageRecord> = {}): StageRecord => ({
  id: 'knockout',
  name: 'Knockout',
  type: 'bracket',
  rounds: 2,
  players: 4,
  ...rest,
});

export const standings = (rest: Partial<StageRecord> = {}): StageRecord => ({
  id: 'standings',
  name: 'Final Standings',
  type: 'board',
  ...rest,
});

/** Participants can be given by name: `participants: ['Ann', 'Bo']` are the entries 1 and 2. */
type TournamentParts = Omit<Partial<TournamentRecord>, 'participants'> & {
  participants?: (string | Partial<ParticipantRecord>)[];
};

export const tournament = ({ participants = [], ...rest }: TournamentParts = {}): TournamentRecord => ({
  type: 'tournament',
  slug: 'spring-clash',
  name: 'Spring Clash',
  published: true,
  status: 'ongoing',
  battleSize: 2000,
  stages: [swiss()],
  participants: participants.map((part, index) => ({
    entry: index + 1,
    ...(typeof part === 'string' ? { name: part } : part),
  })),
  ...rest,
});

/** A battle of the tournament `spring-clash`; by default its sides are the entries 1 and 2. */
export const battle = (id: string, rest: Partial<BattleRecord> = {}): BattleRecord => ({
  type: 'battle',
  id,
  tournament: 'spring-clash',
  stage: 'swiss',
  round: 1,
  battleSize: 2000,
  sides: [{ entry: 1 }, { entry: 2 }],
  ...rest,
});

export const casual = (id: string, rest: Partial<BattleRecord> = {}): BattleRecord =>
  battle(id, { tournament: null, stage: null, round: null, sides: [{ name: 'Ann' }, { name: 'Bo' }], ...rest });

/** The sides of a battle with this outcome for the first one. */
export const result = (
  outcome: 'win' | 'loss' | 'draw',
  [first, second]: [Partial<SideRecord>, Partial<SideRecord>] = [{}, {}],
): [SideRecord, SideRecord] => [
  { entry: 1, outcome, ...first },
  { entry: 2, outcome: outcome === 'draw' ? 'draw' : outcome === 'win' ? 'loss' : 'win', ...second },
];

export const round = (number: number, rest: Partial<RoundRecord> = {}): RoundRecord => ({ round: number, ...rest });

/** An army list and a round of which nothing is given. */
export const EMPTY_LIST = { faction: '', subFaction: '', points: 0, battleTacticCards: [], text: '' };
export const EMPTY_ROUND = {
  ...{ round: 1, victoryPoints: 0, objectivePoints: 0, objectives: [], battleTactic: null, battleTacticScored: false },
  ...{ priority: false, metrics: {} },
};
