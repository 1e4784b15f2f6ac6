// Lines of T3 and GoePP: fields parted by "||", the last of which is "x".
import { type FileProblem, type Say, type SourceFile, sayingIn } from '../converter.js';
import { decodeText } from '../read/decode.js';

export type GoeppPlayer = {
  /** Of T3; 0 for somebody who is not there. */
  id: number;
  firstName: string;
  lastName: string;
  nickname: string;
  faction: string;
  team: string;
  /** Final place, in results. */
  rank: number | null;
};
export type GoeppFile = { kind: 'sign-ups' | 'results'; eventId: string; name: string | null; players: GoeppPlayer[] };

const OF_THE_PROGRAMS = 'windows-1252';
/** Fields of a player, the closing x included. */
const WIDTHS = { 'sign-ups': 12, results: 17 };
const RANK_OF_RESULTS = 7;
/** A player who shares the nickname with another gets a number behind the last name. */
const REPEATED = / \d{1,2}$/;

export function readGoepp(file: SourceFile, problems: FileProblem[]): GoeppFile | null {
  const say = sayingIn(file, problems);
  const lines = decodeText({ ...file, encoding: file.encoding ?? OF_THE_PROGRAMS })
    .text.replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ text, at: `line ${index + 1}` }));
  while (lines.at(-1)?.text.trim() === '') lines.pop();
  const head = lines.slice(0, 4).map(({ text }) => text.replace(/\|\|x$/, '').trim());
  if (/^#GoePP-Exportdatei/i.test(head[0] ?? '')) {
    const eventId = /^#TID-(\d{1,9})$/.exec(head[1] ?? '')?.[1];
    if (eventId === undefined) say('line 2', 'must be #TID- and the number of the event');
    const players = readPlayers('results', lines.slice(2), say);
    return eventId === undefined ? null : { kind: 'results', eventId, name: null, players };
  }
  const [version = '', name = '', eventId = '', count = ''] = head;
  if (!/^v\d/.test(version) || !/^\d{1,9}$/.test(eventId) || !/^\d{1,5}$/.test(count)) {
    say('', 'is no file of GoePP: the first four lines are version, name, number of the event and number of players');
    return null;
  }
  const players = readPlayers('sign-ups', lines.slice(4), say);
  if (lines.length - 4 !== Number(count)) {
    say('line 4', `says ${count} players, and ${lines.length - 4} follow; is the file complete?`);
  }
  return { kind: 'sign-ups', eventId, name: name || null, players };
}

/** By the T3 number, or, without one, by name: as the players of both files are brought together. */
export const keyOf = ({ id, firstName, lastName, nickname }: GoeppPlayer): string =>
  id === 0 ? `${firstName}|${lastName}|${nickname}`.toLowerCase() : `${id}`;

function readPlayers(kind: GoeppFile['kind'], lines: readonly { text: string; at: string }[], say: Say): GoeppPlayer[] {
  const seen = new Map<string, string>();
  return lines.flatMap(({ text, at }) => {
    const player = readPlayer(kind, text, at, say);
    if (!player) return [];
    const before = seen.get(keyOf(player));
    if (before) say(at, `is the same player as ${before}`);
    seen.set(keyOf(player), at);
    return [player];
  });
}

function readPlayer(kind: GoeppFile['kind'], text: string, at: string, say: Say): GoeppPlayer | null {
  const fields = text.split('||').map((field) => field.trim());
  if (fields.length !== WIDTHS[kind] || fields.at(-1) !== 'x') {
    say(at, `must have ${WIDTHS[kind]} fields parted by ||, of which the last is x; it has ${fields.length}`);
    return null;
  }
  const [id = '', firstName = '', lastName = '', nickname = '', faction = '', , team = ''] = fields;
  const rank = kind === 'results' ? (fields[RANK_OF_RESULTS] ?? '') : '';
  if (!/^\d{0,9}$/.test(id)) say(at, `has no T3 number but ${JSON.stringify(id.slice(0, 40))}`);
  if (!/^\d{0,6}$/.test(rank)) say(at, `has no place but ${JSON.stringify(rank.slice(0, 40))}`);
  if (`${firstName}${lastName}${nickname}` === '') say(at, 'is a player without a name');
  return {
    id: Number(id) || 0,
    firstName,
    lastName: kind === 'results' ? lastName.replace(REPEATED, '') : lastName,
    nickname,
    faction,
    team,
    rank: Number(rank) || null,
  };
}
