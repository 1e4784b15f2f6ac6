// Who takes part: the players that were saved, then those whom only pairings name.
import { convertListText, LIST_CHARACTERS_MAX } from '../army-list/record.js';
import type { Asked, Conversion } from '../converter.js';
import { blankParticipant, identified, type Participant } from '../event.js';
import type { Notes } from '../notes.js';
import { type JsonObject, objectOf, objectsIn, textOf, wholeOf } from '../read/json.js';
import { slugOf } from '../slug.js';
import { createTeamNames } from '../team-names.js';
import { idOf } from './answers.js';

const SOURCE = 'best-coast-pairings';

export type Entrant = {
  participant: Participant;
  player: JsonObject;
  faction: string | null;
  subFaction: string | null;
};

export type Roster = {
  entrants: Entrant[];
  /** By the registration's id, or by all that a pairing says of the player; null when it says too little. */
  find(player: JsonObject | null, id: string | null): Entrant | null;
  /** Organisers sign up a player called "BYE", against whom somebody is paired. */
  isDummy(player: JsonObject | null, id: string | null): boolean;
  giveList(list: JsonObject): void;
};

export function createRoster(
  saved: readonly JsonObject[],
  { aliases }: Pick<Asked, 'aliases'>,
  notes: Notes,
  { players, clubs }: Pick<Conversion, 'players' | 'clubs'>,
  { hasTeams }: { hasTeams: boolean },
): Roster {
  const entrants: Entrant[] = [];
  const byKey = new Map<string, Entrant>();
  const teamNames = createTeamNames(notes);

  const add = (player: JsonObject): Entrant | null => {
    const name = nameOf(player);
    if (name === null) return null;
    const keys = keysOf(player);
    const known = keys.map((key) => byKey.get(key)).find((entrant) => entrant !== undefined);
    if (known) return known;
    const person = userOf(player);
    const alias = aliases(SOURCE, person ?? name);
    const id = person === null ? null : `bcp:${person}`;
    const team = textOf(objectOf(player, 'team'), 'name');
    // Elsewhere it is the player's club.
    const club = team === null || hasTeams ? null : slugOf(team);
    if (team !== null && club !== null) clubs.push({ type: 'club', slug: club, name: team });
    const participant = {
      ...blankParticipant(entrants.length + 1),
      ...identified({ alias, id, name }, players),
      club,
      team: hasTeams && team !== null ? teamNames(idOf(objectOf(player, 'team')) ?? team, team) : null,
      dropped: player.dropped === true,
      finalPlacement: placeOf(player),
    };
    const entrant = { participant, player, ...factionOf(player) };
    entrants.push(entrant);
    for (const key of keys) byKey.set(key, entrant);
    return entrant;
  };
  const dummies = new Set<string>();
  for (const player of saved) {
    if (isCalledBye(player)) for (const key of keysOf(player)) dummies.add(key);
    else {
      const entrant = add(player);
      if (!entrant) notes.miss('players without a name');
      else if (nameOf(entrant.player) !== nameOf(player)) notes.miss('players with the id of another');
    }
  }

  return {
    entrants,
    find(player, id) {
      const keys = [...(id === null ? [] : [`registration ${id}`]), ...(player ? keysOf(player) : [])];
      const known = keys.map((key) => byKey.get(key)).find((entrant) => entrant !== undefined);
      return known ?? (player ? add(player) : null);
    },
    isDummy: (player, id) =>
      dummies.has(`registration ${id}`) ||
      (player !== null && (isCalledBye(player) || keysOf(player).some((key) => dummies.has(key)))),
    giveList(list) {
      const owner = objectOf(list, 'player');
      const id = textOf(list, 'playerId') ?? idOf(owner);
      const entrant = id === null ? undefined : byKey.get(`registration ${id}`);
      const text = textOf(list, 'armyListText');
      if (!entrant || text === null || text.length > LIST_CHARACTERS_MAX)
        notes.miss('army lists that are empty, too long or of nobody');
      else if (list.archived !== true) {
        const { faction, subFaction } = entrant;
        const detachment = textOf(objectOf(list, 'warhammer'), 'detachment');
        entrant.participant.list = convertListText(text, { faction, subFaction: subFaction ?? detachment });
      }
    },
  };
}

/** The person, across events; the id of a registration is of one event only. */
const userOf = (player: JsonObject) => textOf(objectOf(player, 'user'), 'id', 'objectId') ?? textOf(player, 'userId');

/** `teamPlayerId` is left alone: it is a seating of one round. */
const keysOf = (player: JsonObject) => [
  ...[idOf(player)].flatMap((id) => (id === null ? [] : [`registration ${id}`])),
  ...[userOf(player)].flatMap((id) => (id === null ? [] : [`user ${id}`])),
];

const isCalledBye = (player: JsonObject) => /^bye( \d+)?( bye)?$/i.test(nameOf(player) ?? '');

function nameOf(player: JsonObject): string | null {
  const person = objectOf(player, 'user') ?? player;
  const name = [textOf(person, 'firstName'), textOf(person, 'lastName')].filter(Boolean).join(' ');
  return name || textOf(player, 'name');
}

/** In older files the army is what is played of a parent army. */
function factionOf(player: JsonObject): { faction: string | null; subFaction: string | null } {
  const named = (...keys: string[]) =>
    keys.map((key) => textOf(objectOf(player, key), 'name') ?? textOf(player, key)).find((name) => name !== null) ??
    null;
  const faction = named('faction');
  if (faction !== null) return { faction, subFaction: named('subFaction') };
  const [parent, army] = [named('parentArmy'), named('army')];
  return { faction: parent ?? army, subFaction: parent === null || parent === army ? null : army };
}

/** What the organiser set by hand counts. Metrics are an object, or an array of names and values. */
function placeOf(player: JsonObject): number | null {
  const row = objectsIn(player.metrics).find(({ name }) => name === 'placing') ?? null;
  const place =
    wholeOf(player, 'manualPlacing') ??
    wholeOf(player, 'placing') ??
    wholeOf(objectOf(player, 'metrics'), 'placing') ??
    wholeOf(row, 'value');
  return place !== null && place >= 1 ? place : null;
}
