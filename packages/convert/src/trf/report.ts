// Tournament reports of FIDE (TRF16, TRF26): lines of a three-letter code and columns. Columns are counted from 1, as in the
// norm.

import type { Say, SourceFile } from '../converter.js';
import { getOrMake } from '../get-or-make.js';
import type { Notes } from '../notes.js';
import { decodeText, noteGuess } from '../read/decode.js';
import { readDay } from './day.js';

export type Pairing = {
  /** Starting number; null for none. */
  opponent: number | null;
  colour: 'w' | 'b' | null;
  /** As in the norm, letters in capitals; empty while there is none. */
  result: string;
};
export type TrfPlayer = {
  number: number;
  name: string;
  /** Of FIDE; null for none. */
  fideId: string | null;
  points: number | null;
  rank: number | null;
  /** By round, from the first. */
  pairings: Pairing[];
  at: string;
};
export type Report = {
  name: string | null;
  city: string | null;
  startDate: string | null;
  endDate: string | null;
  /** Null if it is not said. */
  rounds: number | null;
  /** By round, from the first. */
  days: (string | null)[];
  players: TrfPlayer[];
  /** Names of teams, with the starting numbers of their players. */
  teams: Map<string, number[]>;
  /** Days and months of a day could be read in both orders. */
  ambiguousDays: boolean;
};

const ROUND_START = 92;
const ROUND_WIDTH = 10;
const ROUNDS_MAX = 99;
const RESULTS = '1=0+-WDLHFUZ';
/** Under one move. */
export const OUTCOMES: Record<string, 'win' | 'draw' | 'loss'> = {
  ...{ '1': 'win', '=': 'draw', '0': 'loss', W: 'win', D: 'draw', L: 'loss' },
};

export function readReport(file: SourceFile, notes: Notes, say: Say): Report {
  const report: Report = {
    ...{ name: null, city: null, startDate: null, endDate: null, rounds: null, days: [], players: [] },
    teams: new Map(),
    ambiguousDays: false,
  };
  const decoded = decodeText(file);
  noteGuess(decoded, file.name, notes);
  const lines = decoded.text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) readLine(report, line, `line ${index + 1}`, say);
  if (report.players.length === 0) say('', 'has no players: lines that begin with 001');
  return report;
}

function readLine(report: Report, line: string, at: string, say: Say): void {
  const value = line.slice(4).trim();
  const code = line.slice(0, 3);
  switch (code) {
    case '001':
      report.players.push(readPlayer(line, at, say));
      break;
    case '012':
      report.name = value || null;
      break;
    case '022':
      report.city = value || null;
      break;
    case '042':
      report.startDate = dayOf(report, value, at, say);
      break;
    case '052':
      report.endDate = dayOf(report, value, at, say);
      break;
    case '132':
      report.days = roundsOf([...line]).map((text) => {
        const day = text.slice(0, 8).trim();
        return day === '' ? null : dayOf(report, day.replace(/^(\d\d)\/(\d\d)\/(\d\d)$/, '20$1/$2/$3'), at, say);
      });
      break;
    case '142':
    case 'XXR':
      if (/^\d{1,2}$/.test(value)) report.rounds = Number(value);
      else if (value !== '') say(at, `is no number of rounds: ${JSON.stringify(value.slice(0, 40))}`);
      break;
    // Files of the new form may have the teams in the old one as well.
    case '013':
    case '310':
      readTeam(report, [...line], code === '013' ? TEAM_BEFORE : TEAM);
      break;
  }
}

type TeamColumns = { name: [from: number, to: number]; members: number };
const TEAM_BEFORE: TeamColumns = { name: [5, 36], members: 37 };
const TEAM: TeamColumns = { name: [9, 40], members: 74 };

function readTeam({ teams }: Report, letters: readonly string[], columnsOf: TeamColumns): void {
  const numbers = columns(letters, columnsOf.members, letters.length).split(/\s+/).map(Number);
  const team = columns(letters, ...columnsOf.name);
  if (team === '') return;
  const members = getOrMake(teams, team, () => []);
  for (const number of numbers) if (number >= 1) members.push(number);
}

function dayOf(report: Report, text: string, at: string, say: Say): string | null {
  if (text === '') return null;
  const { day, ambiguous } = readDay(text);
  if (day === null) say(at, `is no day: ${JSON.stringify(text.slice(0, 40))}; write it as YYYY/MM/DD`);
  report.ambiguousDays ||= ambiguous;
  return day;
}

/** Columns are of letters, and some letters are two of JavaScript's characters. */
const columns = (letters: readonly string[], from: number, to: number): string =>
  letters
    .slice(from - 1, to)
    .join('')
    .trim();

function roundsOf(letters: readonly string[]): string[] {
  const rounds: string[] = [];
  for (let at = ROUND_START - 1; at < letters.length && rounds.length < ROUNDS_MAX; at += ROUND_WIDTH) {
    rounds.push(letters.slice(at, at + ROUND_WIDTH).join(''));
  }
  while (rounds.at(-1)?.trim() === '') rounds.pop();
  return rounds;
}

function readPlayer(line: string, at: string, say: Say): TrfPlayer {
  const letters = [...line];
  const number = Number(columns(letters, 5, 8));
  const fideId = columns(letters, 58, 68);
  const [points, rank] = [columns(letters, 81, 84), columns(letters, 86, 89)];
  if (!Number.isInteger(number) || number < 1) say(at, 'has no starting number in columns 5 to 8');
  return {
    number,
    name: columns(letters, 15, 47),
    fideId: /^0*$/.test(fideId) ? null : fideId,
    points: points === '' || Number.isNaN(Number(points)) ? null : Number(points),
    rank: /^\d+$/.test(rank) ? Number(rank) || null : null,
    pairings: roundsOf(letters).map((text, index) => readPairing(text, `${at}, round ${index + 1}`, say)),
    at,
  };
}

function readPairing(text: string, at: string, say: Say): Pairing {
  const opponent = text.slice(0, 4).trim();
  const colour = (text[5] ?? '').toLowerCase();
  const result = (text[7] ?? '').trim().toUpperCase();
  const between = `${text[4] ?? ''}${text[6] ?? ''}${text.slice(8)}`;
  if (/\d/.test(text) && between.trim() !== '') say(at, `is not in its columns: ${JSON.stringify(text)}`);
  if (!/^\d{0,4}$/.test(opponent)) say(at, `has no opponent's number but ${JSON.stringify(opponent)}`);
  if (result !== '' && !RESULTS.includes(result))
    say(at, `has the result ${JSON.stringify(result)}, which TRF does not have`);
  return {
    opponent: Number(opponent) || null,
    colour: colour === 'w' || colour === 'b' ? colour : null,
    result,
  };
}
