import type { FactionRecord } from '@battle-results/bundle-format/record';

export type Faction = {
  name: string;
  formations: readonly string[];
  leaders: readonly string[];
  units: readonly string[];
};

const words = (text: string) => text.split(', ');
const faction = (name: string, formations: string, leaders: string, units: string): Faction => ({
  name,
  formations: words(formations),
  leaders: words(leaders),
  units: words(units),
});

export const FACTIONS: readonly Faction[] = [
  faction(
    'Verdant Court',
    'Thornwardens, Rootbound Host, Spring Procession',
    'Lady of the Hollow Oak, Antler Herald, Old Man Bramble',
    'Briar Knights, Sapling Levy, Moss Giants, Owl Archers, Wildrose Dancers',
  ),
  faction(
    'Ironbound Holds',
    'Deep Road Column, Anvil Guard, Gatebreakers',
    'Thane of the Low Gate, Rune Reckoner, Master Engineer',
    'Hold Guard, Crossbow Wardens, Steam Wagon, Pit Rams, Longbeard Veterans',
  ),
  faction(
    'Ashen Choir',
    'First Verse, Cinder Chorus, Silent Refrain',
    'Choirmaster of Soot, Bell Prophet, Ember Saint',
    'Torch Bearers, Kiln Golems, Penitent Mob, Smoke Riders, Censer Guard',
  ),
  faction(
    'Tidewrought',
    'Low Tide, Spring Tide, Drowned Fleet',
    'Salt Queen, Captain of the Wreck, Pearl Oracle',
    'Net Hunters, Reef Crabs, Harpooners, Drowned Crew, Eel Cavalry',
  ),
  faction(
    'Gravemarch',
    'Endless Column, Barrow Kings, Pale Hunt',
    'Barrow King, Bone Abbot, Lantern Widow',
    'Marching Dead, Tomb Guard, Carrion Wings, Pale Hounds, Grave Cart',
  ),
  faction(
    'Sunforged Legion',
    'Noon Vanguard, Gilded Shield, Dawn Patrol',
    'Marshal of the Dawn, Bearer of the Sun Disc, Sky Envoy',
    'Gilded Infantry, Lancers of Noon, Disc Throwers, Winged Scouts, Sun Engine',
  ),
  faction(
    'Ratchet Clans',
    'Scrap Tide, Cog Council, Under-Market',
    'Chief Tinker, Whisker Broker, Fuse Captain',
    'Clan Runners, Cog Walkers, Fuse Teams, Sewer Skirmishers, Wrecking Drum',
  ),
  faction(
    'Stormhide Tribes',
    'Great Stampede, Thunder Kin, High Pasture',
    'Thunder Chief, Drum Shaman, Old Mother Horn',
    'Hide Warriors, Boar Riders, Horned Brutes, Stone Throwers, Calf Herders',
  ),
  faction(
    'Mirrored City',
    'Street of Glass, Masked Ball, Night Shift',
    'Duke of Reflections, Glass Alchemist, Mask Maker',
    'City Watch, Mirror Duellists, Silver Automata, Lamp Lighters, Court Fencers',
  ),
  faction(
    'Hollow Star',
    'Falling Sign, Comet Tail, Dark Between',
    'Astronomer Exile, Star Eater, Herald of the Void',
    'Void Walkers, Meteor Brutes, Night Swarm, Orbit Guard, Whisperers',
  ),
  faction(
    'Frostfang Pact',
    'Long Winter, Ice Road, Wolf Moon',
    'Jarl of the Pact, Ice Singer, Wolf Mother',
    'Pact Raiders, Snow Bears, Ice Throwers, Sled Teams, Wolf Pack',
  ),
  faction(
    'Brass Caliphate',
    'Caravan Guard, Furnace Court, Dune Sea',
    'Vizier of Brass, Sand Reader, Lord of Kilns',
    'Brass Guard, Dune Riders, Djinn Servants, Kiln Crew, Carpet Scouts',
  ),
];

/** Short forms that players write. */
const ALIASES: Record<string, string[]> = { 'Stormhide Tribes': ['Stormhides'], 'Sunforged Legion': ['Sunforged'] };

export const factionRecord = ({ name }: Faction): FactionRecord => ({
  type: 'faction',
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  aliases: ALIASES[name] ?? [],
});
