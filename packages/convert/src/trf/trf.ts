// Tournament reports of FIDE, as a source of players and battles. They have results and no other scores.
import type { UnplayedRound } from '@battle-results/bundle-format/unplayed-round';
import {
  type Asked,
  type Conversion,
  type Converter,
  eachFile,
  type Say,
  type SourceFile,
  sayingIn,
} from '../converter.js';
import { type BattleFacts, blankParticipant, identified, makeEvent, opposite } from '../event.js';
import { createNotes } from '../notes.js';
import { eventSlug } from '../slug.js';
import { OUTCOMES, type Pairing, type Report, readReport, type TrfPlayer } from './report.js';

export const trf: Converter = {
  name: 'trf',
  version: 4,
  reads: 'FIDE tournament report (TRF16, TRF26): each file is one tournament',
  convert: eachFile(convertReport),
};

function convertReport(file: SourceFile, { stated, aliases }: Asked, { events, players, problems }: Conversion): void {
  const notes = createNotes();
  const say = sayingIn(file, problems);
  const report = readReport(file, notes, say);
  const name = stated.name ?? report.name ?? '';
  if (name === '') say('', 'has no name (line 012): add --set name="…"');
  const startDate = stated.startDate ?? report.startDate;
  const slug = stated.slug ?? eventSlug(name, startDate);
  const battles = battlesOf(report, slug, say);
  if (report.ambiguousDays) notes.guess('that days precede months in dates');
  notes.miss('players of teams', [...report.teams.values()].filter((members) => members.length === 0).length);
  const teamOf = teamsOf(report, say);
  notes.miss('points that differ from those in the file', differing(report, battles));
  const played = report.players.reduce((most, { pairings }) => Math.max(most, pairings.length), 0);
  const isRunning = stated.status === undefined && played > 0 && played < (report.rounds ?? 0);
  if (isRunning) notes.guess('that it is being played, as rounds are missing');
  const isOver =
    stated.status === undefined
      ? !isRunning && battles.every(({ sides: [side] }) => side.outcome !== null)
      : stated.status === 'finished';
  const participants = report.players.map((player) => {
    const id = player.fideId === null ? null : `fide:${player.fideId}`;
    const alias = aliases('trf', player.fideId ?? player.name);
    return {
      ...blankParticipant(player.number),
      ...identified({ alias, id, name: player.name }, players),
      team: teamOf.get(player.number) ?? null,
      finalPlacement: isOver ? player.rank : null,
      unplayed: unplayedOf(player),
    };
  });
  events.push(
    makeEvent({
      facts: {
        ...{ slug, name, startDate, city: report.city, rounds: Math.max(report.rounds ?? 0, played) || null },
        ...(isRunning && { status: 'ongoing' as const }),
        endDate: report.endDate,
        tieBreakers: ['battlePoints', 'opponentsBattlePoints', 'wins'],
      },
      stated,
      sourceId: null,
      files: [file],
      participants,
      battles,
      notes,
    }),
  );
}

/** By starting number. */
function teamsOf({ teams, players }: Report, say: Say): Map<number, string> {
  const numbers = new Set(players.map(({ number }) => number));
  const teamOf = new Map<number, string>();
  for (const [team, members] of teams) {
    for (const member of members) {
      const other = teamOf.get(member);
      if (!numbers.has(member)) say(`team ${team}`, `has the player ${member}, who is not in the file`);
      else if (other !== undefined && other !== team)
        say(`team ${team}`, `has the player ${member}, and so has ${other}`);
      teamOf.set(member, team);
    }
  }
  return teamOf;
}

const POINTS = { win: 1, draw: 0.5, loss: 0 };
/** Forfeits, with or without an opponent, and the kinds of byes. A blank or "Z" is an absence, which gives nothing. */
const UNPLAYED: Record<string, Pick<UnplayedRound, 'kind' | 'outcome'>> = {
  '+': { kind: 'walkover', outcome: 'win' },
  '-': { kind: 'noShow', outcome: 'loss' },
  H: { kind: 'bye', outcome: 'draw' },
  F: { kind: 'bye', outcome: 'win' },
  U: { kind: 'bye', outcome: 'win' },
};

/** Of two who were paired: one of them came, or neither. */
const FORFEITS: ReadonlySet<string> = new Set(['+-', '-+', '--']);

/** How many players have other points in the file than their rounds give. */
function differing({ players }: Report, battles: BattleFacts[]): number {
  const sums = new Map(
    players.map((player) => [
      player.number,
      unplayedOf(player).reduce((sum, each) => sum + (each.battlePoints ?? 0), 0),
    ]),
  );
  for (const { entry, battlePoints } of battles.flatMap(({ sides }) => sides))
    sums.set(entry, (sums.get(entry) ?? 0) + (battlePoints ?? 0));
  return players.filter(({ number, points }) => points !== null && points !== sums.get(number)).length;
}

const unplayedOf = ({ pairings }: TrfPlayer): UnplayedRound[] =>
  pairings.flatMap(({ result }, index) => {
    const award = UNPLAYED[result];
    if (!award?.outcome) return [];
    const battlePoints = POINTS[award.outcome];
    return [{ stage: 'swiss', round: index + 1, ...award, battlePoints, victoryPoints: null }];
  });

function battlesOf({ players, days }: Report, slug: string, say: Say): BattleFacts[] {
  const byNumber = new Map<number, TrfPlayer>();
  for (const player of players) {
    const before = byNumber.get(player.number);
    if (before) say(player.at, `repeats the number ${player.number} of ${before.at}`);
    byNumber.set(player.number, player);
  }
  return players.flatMap((player) =>
    player.pairings.flatMap((pairing, index): BattleFacts[] => {
      const { opponent, result } = pairing;
      const round = index + 1;
      const at = `${player.at}, round ${round}`;
      if (opponent === null) return [];
      const met = byNumber.get(opponent);
      const theirs = met?.pairings[index];
      if (!met || theirs?.opponent !== player.number) {
        say(at, `meets ${opponent}, who ${met ? `does not meet ${player.number}` : 'is not in the file'}`);
        return [];
      }
      if (met === player) {
        say(at, `meets ${opponent}, which is the own number`);
        return [];
      }
      if (!isFirst(player, pairing, met, theirs)) return [];
      const outcome = OUTCOMES[result] ?? null;
      const other = OUTCOMES[theirs.result] ?? null;
      if (FORFEITS.has(`${result}${theirs.result}`)) return [];
      if (outcome !== opposite(other) || UNPLAYED[result] || UNPLAYED[theirs.result]) {
        say(at, `has the result ${result || 'none'}, and ${opponent} has ${theirs.result || 'none'}`);
        return [];
      }
      const points = (of: typeof outcome) => (of === null ? null : POINTS[of]);
      return [
        {
          id: `${slug}-${round}-${player.number}-${opponent}`,
          round,
          date: days[index] ?? null,
          sides: [
            { entry: player.number, outcome, battlePoints: points(outcome) },
            { entry: opponent, outcome: other, battlePoints: points(other) },
          ],
        },
      ];
    }),
  );
}

/** A battle is in two lines; it is read from that of white, or, without colours, of the lower number. */
function isFirst(player: TrfPlayer, own: Pairing, met: TrfPlayer, theirs: Pairing): boolean {
  if (own.colour === theirs.colour || own.colour === null || theirs.colour === null) return player.number < met.number;
  return own.colour === 'w';
}
