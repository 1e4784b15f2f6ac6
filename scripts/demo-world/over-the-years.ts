import { BATTLE_PACKS } from './battle-packs.js';
import { daysAfter } from './calendar-day.js';
import { clubSlug, NORTHERN_LEGION } from './clubs.js';
import { PLACES, type Place } from './places.js';
import { plan, type TournamentPlan } from './plan.js';
import { Random } from './random.js';

const FIRST_YEAR = 2002;
const LAST_YEAR = 2025;
const KINDS = ['Muster', 'Gathering', 'Challenge', 'Trophy', 'Assembly', 'Rally', 'Shield', 'Cup', 'Banner', 'Contest'];

/** An endless sequence of ordinary finished tournaments: the bulk of a big world. */
export function* tournamentsOverTheYears(clubs: number): Generator<TournamentPlan, never> {
  const random = new Random('over the years');
  for (let number = 0; ; number++) yield ordinaryTournament(random, number, clubs);
}

function ordinaryTournament(random: Random, number: number, clubs: number): TournamentPlan {
  const years = LAST_YEAR - FIRST_YEAR + 1;
  const year = LAST_YEAR - (number % years);
  const turn = Math.floor(number / years);
  const place = PLACES[turn % PLACES.length] as Place;
  const kind = KINDS[Math.floor(turn / PLACES.length) % KINDS.length] as string;
  const again = Math.floor(turn / (PLACES.length * KINDS.length)) + 1;
  const ending = again === 1 ? '' : `-${again}`;
  return plan({
    slug: `${place.slug}-${kind.toLowerCase()}-${year}${ending}`,
    name: `${place.city} ${kind} ${year}${again === 1 ? '' : ` (${again})`}`,
    startDate: daysAfter(`${year}-01-04`, random.below(358)),
    city: place.city,
    country: place.country,
    club: random.chance(0.15) ? NORTHERN_LEGION : random.chance(0.1) ? null : clubSlug(random.below(clubs)),
    battlePack: random.pick(BATTLE_PACKS),
    players: 16 + 2 * random.below(25),
    swiss: { name: 'Swiss Stage', rounds: 5 + random.below(2) },
    scoring: random.chance(0.5) ? 'twenty' : 'three',
    recordsFinalPlacement: year >= 2010,
    noShows: random.below(2),
    dropouts: random.below(3),
    listShare: 0.1,
    archivedShare: 0.002,
  });
}
