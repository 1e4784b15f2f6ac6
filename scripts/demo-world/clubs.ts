import type { ClubRecord } from '@battle-results/bundle-format/record';
import { PLACES, type Place } from './places.js';
import { mix } from './random.js';

export const SMALL_WORLD_CLUBS = 12;
export const NORTHERN_LEGION = 'northern-legion';

export function clubSlug(number: number): string {
  return FOUNDERS[number]?.slug ?? laterClub(number).slug;
}

export function clubRecord(number: number): ClubRecord {
  const founder = FOUNDERS[number];
  if (founder) return founder;
  const { slug, name, place } = laterClub(number);
  const description = `${name}: weekly games and a tournament now and then.`;
  return club(slug, name, description, place, 20 + (mix(number) % 60), null);
}

function club(
  slug: string,
  name: string,
  description: string,
  place: Pick<Place, 'city' | 'country'> | null,
  members: number,
  website: string | null,
): ClubRecord {
  return {
    type: 'club',
    slug,
    name,
    description,
    city: place?.city ?? null,
    country: place?.country ?? null,
    members,
    website,
  };
}

const FOUNDERS: readonly ClubRecord[] = [
  club(
    NORTHERN_LEGION,
    'Northern Legion',
    'Runs the Spring Clash and the Autumn Open.\nNew faces are welcome on Thursdays.',
    PLACES[0],
    84,
    'https://northern-legion.example',
  ),
  club('harbour-wargamers', 'Harbour Wargamers', 'Gaming by the old docks.', PLACES[1], 61, 'https://harbour.example'),
  club('wuerfelfreunde-koeln', 'Würfelfreunde Köln e.V.', 'Verein für Tabletop und Brettspiel.', PLACES[2], 47, null),
  club('les-des-pipes', 'Les Dés Pipés', "L'association du lundi soir.", PLACES[3], 38, 'https://des-pipes.example'),
  club('smocza-jama', 'Smocza Jama', 'Klub gier bitewnych pod Wawelem.', PLACES[4], 52, null),
  club('vastkustens-strateger', 'Västkustens Strateger', '', PLACES[5], 29, 'https://vastkusten.example'),
  club('den-gyldne-terning', 'Den Gyldne Terning', 'Åbent hver onsdag.', PLACES[6], 33, null),
  club(
    'the-travelling-table',
    'The Travelling Table',
    'A club without a home: we play where there is room.',
    null,
    17,
    null,
  ),
  club('claddagh-commanders', "Claddagh Commanders' Guild", 'Games and tea.', PLACES[8], 24, null),
  club('draci-stul-brno', 'Dračí stůl Brno', '', PLACES[9], 41, 'https://draci-stul.example'),
  club('phalanx-gaming', 'Φάλαγγα', 'Λέσχη επιτραπέζιων παιχνιδιών.', PLACES[10], 26, null),
  club('empty-barracks', 'Empty Barracks', 'Founded last week.', { city: 'Tromsø', country: 'Norway' }, 0, null),
];

const KINDS = ['Vanguard', 'Sentinels', 'Dice Guild', 'Tacticians', 'Banner', 'Companions', 'Table League', 'Watch'];

function laterClub(number: number) {
  const later = number - FOUNDERS.length;
  const place = PLACES[later % PLACES.length] as Place;
  const turn = Math.floor(later / PLACES.length);
  const kind = KINDS[turn % KINDS.length] as string;
  const chapter = Math.floor(turn / KINDS.length) + 1;
  const slug = `${place.slug}-${kind.toLowerCase().replace(' ', '-')}`;
  if (chapter === 1) return { slug, name: `${place.city} ${kind}`, place };
  return { slug: `${slug}-${chapter}`, name: `${place.city} ${kind} ${chapter}`, place };
}
