// A tournament as a report of FIDE, which programs for pairings and tie-breaks read. It has results and no other scores.
import type {
  BattleRecord,
  ParticipantRecord,
  PlayerRecord,
  TournamentRecord,
} from '@battle-results/bundle-format/record';

type Side = BattleRecord['sides'][number];
type Line = { number: number; name: string; rank: number | null; points: number; rounds: string[] };

export type WrittenTrf = {
  text: string;
  /** What the form cannot hold, with counts. */
  leftOut: Map<string, number>;
};

const NAME_WIDTH = 33;
const RESULTS = { win: '1', draw: '=', loss: '0' };
const POINTS = { win: 1, draw: 0.5, loss: 0 };
/** Full-point, half-point and zero-point: programs know forfeits only against an opponent. */
const BYES = { win: 'F', draw: 'H', loss: 'Z' };
const ABSENT = `0000 - ${BYES.loss}`;
const REMOVED = 'Removed player';

/** Battles of the Swiss stage; `players` gives the names of those with a public id. */
export function writeTrf(
  tournament: TournamentRecord,
  battles: readonly BattleRecord[],
  players: readonly PlayerRecord[],
): WrittenTrf {
  const leftOut = new Map<string, number>();
  const leaveOut = (what: string) => leftOut.set(what, (leftOut.get(what) ?? 0) + 1);
  const participants = [...(tournament.participants ?? [])].sort((one, other) => one.entry - other.entry);
  const lines = linesOf(participants, players);
  // A round that is not over cannot be written: an opponent without a result is not known to the form.
  const open = new Set(
    battles.flatMap(({ stage, round, sides: [side] }) => (stage === 'swiss' && round && !side.outcome ? [round] : [])),
  );
  let rounds = 0;
  for (const { stage, round, sides } of battles) {
    const [one, other] = sides.map(({ entry }) => lines.get(entry ?? 0));
    if (stage !== 'swiss') leaveOut('battles of other stages');
    else if (!round || !one || !other) leaveOut('battles without a round');
    else if (open.has(round)) leaveOut('battles of a round that is not over');
    else if (one.rounds[round - 1] !== undefined || other.rounds[round - 1] !== undefined) {
      leaveOut('second battles of a player in a round');
    } else {
      rounds = Math.max(rounds, round);
      const [white, black] = sides[0].role === 'defender' ? (['b', 'w'] as const) : (['w', 'b'] as const);
      addRound(one, round, other, white, sides[0]);
      addRound(other, round, one, black, sides[1]);
    }
  }
  for (const { entry, unplayed = [] } of participants) {
    const line = lines.get(entry);
    for (const { stage, round, outcome } of unplayed) {
      if (!line || stage !== 'swiss' || round > rounds || line.rounds[round - 1] !== undefined) continue;
      line.rounds[round - 1] = `0000 - ${BYES[outcome ?? 'loss']}`;
      line.points += POINTS[outcome ?? 'loss'];
    }
  }
  const rows = [...lines.values()].map((line) => playerLine(line, rounds));
  return { text: [...headOf(tournament, participants.length, rounds), ...rows, ''].join('\r\n'), leftOut };
}

/** By entry. */
function linesOf(participants: readonly ParticipantRecord[], players: readonly PlayerRecord[]): Map<number, Line> {
  const names = new Map(players.map(({ id, name, removed }) => [id, removed ? REMOVED : (name ?? REMOVED)]));
  const lines = new Map<number, Line>();
  for (const [index, { entry, playerId, name, finalPlacement }] of participants.entries()) {
    const shown = (playerId ? names.get(playerId) : name) ?? REMOVED;
    // Programs want starting numbers without gaps.
    lines.set(entry, { number: index + 1, name: shown, rank: finalPlacement ?? null, points: 0, rounds: [] });
  }
  return lines;
}

function headOf({ stages, ...tournament }: TournamentRecord, players: number, played: number): string[] {
  const planned = stages?.find(({ id }) => id === 'swiss')?.rounds ?? 0;
  const rounds = (Math.max(planned, played) || null)?.toString();
  return [
    ['012', tournament.name],
    ['022', tournament.city],
    ['032', tournament.country],
    ['042', tournament.startDate?.replaceAll('-', '/')],
    ['052', tournament.endDate?.replaceAll('-', '/')],
    ['062', String(players)],
    ['072', '0'],
    ['082', '0'],
    ['092', 'Individual: Swiss-System'],
    ['142', rounds],
    ['152', 'W'],
    ['XXR', rounds],
    ['XXC', 'white1'],
  ].flatMap(([code, value]) => (value ? [`${code} ${oneLine(value)}`] : []));
}

function addRound(line: Line, round: number, met: Line, colour: 'w' | 'b', { outcome }: Side): void {
  line.rounds[round - 1] = `${right(met.number, 4)} ${colour} ${outcome ? RESULTS[outcome] : ' '}`;
  line.points += outcome ? POINTS[outcome] : 0;
}

/** Columns 5 to 8, 15 to 47, 81 to 84, 86 to 89, and from 92 ten for each round. */
function playerLine({ number, name, rank, points, rounds }: Line, count: number): string {
  const letters = [...oneLine(name)].slice(0, NAME_WIDTH);
  const padded = letters.join('') + ' '.repeat(NAME_WIDTH - letters.length);
  const played = Array.from({ length: count }, (_, index) => rounds[index] ?? ABSENT).join('  ');
  const head = `001 ${right(number, 4)}      ${padded}`;
  return `${head}${' '.repeat(33)}${right(points.toFixed(1), 4)} ${right(rank ?? '', 4)}  ${played}`.trimEnd();
}

const right = (value: number | string, width: number): string => String(value).padStart(width);
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
