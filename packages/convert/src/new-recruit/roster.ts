// Who takes part: the teams of the event with their players, then whoever else reports name. In singles a team is one player.

import { convertListText, LIST_CHARACTERS_MAX } from '../army-list/record.js';
import type { Asked, Conversion } from '../converter.js';
import { blankParticipant, identified, type Participant } from '../event.js';
import { getOrMake } from '../get-or-make.js';
import type { Notes } from '../notes.js';
import { type JsonObject, objectsIn, textOf } from '../read/json.js';
import { foldName } from '../slug.js';
import { createTeamNames } from '../team-names.js';
import { type Factions, factionIn, pointsIn } from './list-text.js';

const SOURCE = 'new-recruit';

export type Roster = {
  participants: Participant[];
  /** The participant whom a report means. */
  find(player: JsonObject): Participant;
};

export function createRoster(
  event: JsonObject | null,
  factions: Factions,
  { aliases }: Pick<Asked, 'aliases'>,
  notes: Notes,
  { players }: Pick<Conversion, 'players'>,
): Roster {
  const participants: Participant[] = [];
  const unclaimed = new Map<string, Participant[]>();
  const byMember = new Map<string, Participant>();

  const add = (name: string, list: string | null, team: string | null = null): Participant => {
    const blank = blankParticipant(participants.length + 1);
    const participant = { ...blank, name, team, list: listOf(list, factions, notes) };
    participants.push(participant);
    return participant;
  };
  const teamNames = createTeamNames(notes);
  for (const team of objectsIn(event?.teams)) {
    const members = objectsIn(team.players);
    const isTeam = event?.type === 1;
    const signedUp = members.length > 0 || isTeam ? members : [team];
    const named = textOf(team, 'name');
    const teamName = isTeam && named !== null ? teamNames(team, named) : null;
    if (isTeam && named === null) notes.miss('names of teams');
    for (const member of signedUp) {
      const name = textOf(member, 'name');
      if (name === null) notes.miss('sign-ups without a name');
      else {
        const lists = Array.isArray(member.lists) ? member.lists : [];
        const participant = add(
          name,
          lists.find((list): list is string => typeof list === 'string' && list !== '') ?? null,
          teamName,
        );
        getOrMake(unclaimed, foldName(name), () => []).push(participant);
      }
    }
  }

  return {
    participants,
    find(player) {
      const name = textOf(player, 'name', 'alias') ?? 'Unknown';
      const member = textOf(player, 'id_member') ?? textOf(player, 'id_participant') ?? `name ${foldName(name)}`;
      const known = byMember.get(member);
      if (known) return known;
      const participant = unclaimed.get(foldName(name))?.shift() ?? add(name, null);
      byMember.set(member, participant);
      const person = textOf(player, 'id_member');
      const alias = aliases(SOURCE, person ?? name);
      const id = person === null ? null : `nr:${person}`;
      return Object.assign(participant, identified({ alias, id, name: participant.name ?? name }, players));
    },
  };
}

function listOf(text: string | null, factions: Factions, notes: Notes): Participant['list'] {
  if (text === null) return null;
  if (text.length > LIST_CHARACTERS_MAX) {
    notes.miss('army lists that are too long');
    return null;
  }
  return convertListText(text, { faction: factionIn(text, factions), points: pointsIn(text) });
}
