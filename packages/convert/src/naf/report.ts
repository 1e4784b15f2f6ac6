// The XML of a report to the NAF.
import { type FileProblem, type Say, type SourceFile, sayingIn } from '../converter.js';
import { readOrSay } from '../read/unreadable.js';
import { childOf, childrenOf, readXml, type XmlElement } from '../read/xml.js';

export type Coach = { name: string; number: number; team: string | null; line: number };
export type PlayerRecord = Coach & {
  teamRating: number | null;
  /** Null for a game that was not played: programs write -1. */
  touchDowns: number | null;
  /** By their names in the report, such as badlyHurt. */
  casualties: Record<string, number>;
};
export type Game = {
  /** "YYYY-MM-DD HH:MM" */
  time: string;
  records: [PlayerRecord, PlayerRecord];
  line: number;
};
export type Report = { coaches: Coach[]; games: Game[] };

const CASUALTIES = ['badlyHurt', 'seriouslyInjured', 'dead'];
const TIME = /^(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d)/;

/** Null if it is no report at all. Coaches who are only in games are added, in the order of the games. */
export function readReport(file: SourceFile, problems: FileProblem[]): Report | null {
  const say = sayingIn(file, problems);
  const root = readOrSay(file.name, problems, () => readXml(file));
  if (!root) return null;
  if (root.name !== 'nafReport') {
    say('line 1', `is <${root.name}>, and a report to the NAF begins with <nafReport>`);
    return null;
  }
  const coaches = childrenOf(childOf(root, 'coaches'), 'coach').map((element) => readCoach(element, say));
  const games = childrenOf(root, 'game').flatMap((element) => readGame(element, say) ?? []);
  const known = new Set(coaches.map(keyOf));
  for (const record of games.flatMap(({ records }) => records)) {
    if (known.has(keyOf(record))) continue;
    known.add(keyOf(record));
    coaches.push({ name: record.name, number: record.number, team: record.team, line: record.line });
  }
  return { coaches, games };
}

const keyOf = ({ name, number }: Coach) =>
  number === 0 || number === 9 ? `${number} ${name.toLowerCase()}` : `${number}`;

const textOf = (element: XmlElement, name: string): string | null => childOf(element, name)?.text.trim() || null;

function countOf(element: XmlElement, name: string, say: Say): number | null {
  const text = textOf(element, name);
  if (text === null) return null;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  say(`line ${element.line}`, `<${name}> is no whole number: ${JSON.stringify(text.slice(0, 40))}`);
  return null;
}

function readCoach(element: XmlElement, say: Say): Coach {
  const name = textOf(element, 'name');
  if (name === null) say(`line ${element.line}`, 'is a coach without a name');
  return {
    name: name ?? '',
    number: countOf(element, 'number', say) ?? 0,
    team: textOf(element, 'team'),
    line: element.line,
  };
}

function readGame(element: XmlElement, say: Say): Game | null {
  const at = `line ${element.line}`;
  const stamp = textOf(element, 'timeStamp') ?? '';
  const [, day, time] = TIME.exec(stamp) ?? [];
  const [one, other, ...more] = childrenOf(element, 'playerRecord').map((record) => readRecord(record, say));
  if (day === undefined || time === undefined || Number.isNaN(Date.parse(day))) {
    say(at, `<timeStamp> must have the form YYYY-MM-DD HH:MM, and is ${JSON.stringify(stamp.slice(0, 40))}`);
  } else if (!one || !other || more.length > 0) say(at, 'is a game without exactly two <playerRecord>');
  else return { time: `${day} ${time}`, records: [one, other], line: element.line };
  return null;
}

function readRecord(element: XmlElement, say: Say): PlayerRecord {
  const written = textOf(element, 'touchDowns');
  if (written === null) say(`line ${element.line}`, 'has no <touchDowns>');
  const casualties = CASUALTIES.flatMap((name) => {
    const count = countOf(element, name, say);
    return count === null ? [] : [[name, count] as const];
  });
  return {
    ...readCoach(element, say),
    teamRating: countOf(element, 'teamRating', say),
    touchDowns: written === '-1' ? null : countOf(element, 'touchDowns', say),
    casualties: Object.fromEntries(casualties),
  };
}
