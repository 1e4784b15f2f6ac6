// A world to search in, with a realistic number of different names. It has few battles, which only show when a player
// was active.
import { playerName } from '../scripts/demo-world/names.js';
import { mix } from '../scripts/demo-world/random.js';

export type SearchWorld = { players: number; tournaments: number; clubs: number };

const BEGINNINGS = words(
  'Ab Al An Ar Ba Be Bo Bra Ca Cha Co Cra Da De Do Du Ed El Fa Fi Fra Ga Ge Gra Ha He Ho Hu In Ja Jo Ka Ke Kra La Le Li ' +
    'Lo Ma Mac Me Mo Na Ne No Od Pa Pe Po Ra Re Ro Sa Schö Se Sha Si Ste Ta Te Thó To Va Ve Vi Wa We Wi Wo Ya Za Zi Ø Łu Ша Πα',
);
const MIDDLES = words('n r l m s t d b k g ll nn rt st nd rk ch ck ss mb');
const VOWELS = words('a e i o u er en el an on in');
const ENDINGS = words('son sen man berg ski er ton ley ford well s ez ard ini o stein mann ing wood');
const SEASONS = words(
  'Grand Winter Summer Autumn Spring Northern Southern Eastern Western Royal Iron Golden Silver Old New',
);
const EVENTS = words(
  'Clash Open Cup Championship Masters League War Crusade Siege Storm Skirmish Showdown Trophy Muster',
);
const SOCIETIES = words('Legion Wargamers Club Guild Society');

/** Smaller numbers come more often, so that a few family names are frequent, as in reality. */
const family = (number: number): string => {
  const often = mix(number + 11) % 2 === 0 ? mix(number + 12) % 300 : mix(number + 13) % 12_000;
  const at = (list: string[], salt: number) => list[mix(often * 31 + salt) % list.length] ?? '';
  return at(BEGINNINGS, 1) + at(MIDDLES, 2) + at(VOWELS, 3) + at(ENDINGS, 4);
};

const given = (number: number): string => playerName(1_000 + number).split(' ')[0] ?? '';

export function nameOfPlayer(number: number): string {
  const kind = mix(number + 17) % 100;
  if (kind < 3) return `${given(number)} O'${family(number)}`;
  if (kind < 7) return `${given(number)} ${family(number)}-${family(number + 1)}`;
  if (kind < 12) return `${given(number)} van ${family(number)}`;
  if (kind < 22) return `${given(number)} ${given(number + 1)} ${family(number)}`;
  return `${given(number)} ${family(number)}`;
}

const yearOf = (number: number) => 2015 + (number % 12);
const dayOf = (number: number) => `${yearOf(number)}-${String(1 + (mix(number) % 12)).padStart(2, '0')}-07`;

export function nameOfTournament(number: number): string {
  const [season, event] = [SEASONS[mix(number + 1) % SEASONS.length], EVENTS[mix(number + 2) % EVENTS.length]];
  return `${season} ${family(number)} ${event} ${yearOf(number)}`;
}

export function* searchWorld({ players, tournaments, clubs }: SearchWorld): Generator<object> {
  for (let at = 0; at < clubs; at += 1) {
    yield { type: 'club', slug: `c-${at}`, name: `${family(at)} ${SOCIETIES[at % SOCIETIES.length]}` };
  }
  for (let at = 0; at < players; at += 1) yield { type: 'player', id: `p-${at}`, name: nameOfPlayer(at) };
  for (let at = 0; at < tournaments; at += 1) {
    const [startDate, club] = [dayOf(at), at % 3 === 0 ? `c-${at % clubs}` : null];
    yield {
      ...{ type: 'tournament', slug: `t-${at}`, name: nameOfTournament(at), published: true, status: 'finished' },
      ...{ startDate, endDate: startDate, battleSize: 2_000, club, stages: [], participants: [] },
    };
  }
  for (let at = 0; at + 1 < players; at += 4) {
    const sides = [{ playerId: `p-${at}` }, { playerId: `p-${at + 1}` }];
    yield { type: 'battle', id: `b-${at}`, date: dayOf(at + 5), battleSize: 2_000, sides };
  }
}

function words(text: string): string[] {
  return text.split(' ');
}
