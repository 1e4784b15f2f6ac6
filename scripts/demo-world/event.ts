import type { BattleRecord, BracketMatchRecord } from '@battle-results/bundle-format/record';
import { type Fight, fight, unfinishedFight } from './battle.js';
import { daysAfter } from './calendar-day.js';
import type { Entrant } from './entrants.js';
import type { TournamentPlan } from './plan.js';
import type { Random } from './random.js';
import { SCENARIOS, type Scenario } from './scenarios.js';

type Where = { stage: string; round: number; table: number; scenario: Scenario | null };

/** A tournament in progress, with what has been recorded so far. */
export class TournamentEvent {
  readonly battles: BattleRecord[] = [];
  readonly matches: BracketMatchRecord[] = [];

  constructor(
    readonly plan: TournamentPlan,
    private readonly random: Random,
  ) {}

  /** The scenario of a round, shared by all tables; null for organisers who leave it open. */
  scenario(): Scenario | null {
    return this.random.chance(0.05) ? null : this.random.pick(SCENARIOS);
  }

  /** Plays and records a battle. A `decisive` one, in a bracket, cannot end in a draw. */
  play(where: Where, first: Entrant, second: Entrant, decisive = false): BattleRecord {
    const scenario = where.scenario ?? this.random.pick(SCENARIOS);
    return this.record(where, fight(this.random, this.plan, scenario, first, second, decisive));
  }

  /** Records a battle that is not finished. */
  setUp(where: Where, first: Entrant, second: Entrant): BattleRecord {
    return this.record(where, unfinishedFight(first, second));
  }

  private record(where: Where, { victorySize, sides }: Fight): BattleRecord {
    const { slug, battlePack, battleSize, archivedShare } = this.plan;
    const stage = where.stage === 'swiss' ? '' : `-${where.stage}`;
    const battle: BattleRecord = {
      type: 'battle',
      id: `${slug}${stage}-r${where.round}-t${where.table}`,
      date: dayOf(this.plan, where),
      tournament: slug,
      stage: where.stage,
      round: where.round,
      scenario: where.scenario?.name ?? null,
      battlePack: battlePack?.name ?? null,
      battleSize,
      victorySize: victorySize ?? null,
      archived: this.random.chance(archivedShare),
      club: null,
      sides,
    };
    this.battles.push(battle);
    return battle;
  }
}

/** Swiss rounds are spread over the days; a knockout and placement stages are played on the last day. */
function dayOf({ startDate, days, swiss, knockout }: TournamentPlan, { stage, round }: Where): string | null {
  if (startDate === null) return null;
  if (stage !== 'swiss') return daysAfter(startDate, days - 1);
  const swissDays = knockout && days > 1 ? days - 1 : days;
  return daysAfter(startDate, Math.floor(((round - 1) * swissDays) / (swiss?.rounds ?? 1)));
}
