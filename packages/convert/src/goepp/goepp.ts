// Files that T3 and GoePP exchange: the sign-ups for an organiser (.gip) and the final places for T3 (.gep). Neither has
// battles.

import { type Asked, type Conversion, type Converter, emptyConversion, type SourceFile } from '../converter.js';
import { blankParticipant, identified, makeEvent, type Participant } from '../event.js';
import { getOrMake } from '../get-or-make.js';
import { createNotes } from '../notes.js';
import { slugOf } from '../slug.js';
import { type GoeppFile, type GoeppPlayer, keyOf, readGoepp } from './lines.js';

export const goepp: Converter = {
  name: 'goepp',
  version: 2,
  reads: 'T3/GoePP: sign-ups (.gip), final places (.gep), or both files of one tournament',
  convert(files: SourceFile[], asked: Asked): Conversion {
    const conversion = emptyConversion();
    const events = new Map<string, { files: SourceFile[]; read: GoeppFile[] }>();
    for (const file of files) {
      const read = readGoepp(file, conversion.problems);
      if (!read) continue;
      const event = getOrMake(events, read.eventId, () => ({ files: [], read: [] }));
      event.files.push(file);
      event.read.push(read);
    }
    for (const [id, { files: own, read }] of events) convertEvent(id, own, read, asked, conversion);
    return conversion;
  },
};

const NAMELESS = 'a .gep file does not say how the tournament is called: add its .gip file, or --set name="…"';

function convertEvent(
  eventId: string,
  files: SourceFile[],
  read: GoeppFile[],
  { stated, aliases }: Asked,
  { events, players, clubs, problems }: Conversion,
): void {
  const notes = createNotes();
  const name = stated.name ?? read.find((file) => file.name !== null)?.name ?? '';
  if (name === '') problems.push({ file: files[0]?.name ?? '', at: '', message: NAMELESS });
  const isOver = read.some(({ kind }) => kind === 'results');
  const participants = mergePlayers(read).map((player, index): Participant => {
    const shown = player.nickname || `${player.firstName} ${player.lastName}`.trim();
    const id = player.id === 0 ? null : `t3:${player.id}`;
    const alias = aliases('goepp', id === null ? shown : String(player.id));
    const club = slugOf(player.team);
    if (club !== null) clubs.push({ type: 'club', slug: club, name: player.team });
    if (player.faction !== '') notes.miss('factions of players without a battle or a list');
    const who = identified({ alias, id, name: shown }, players);
    return { ...blankParticipant(index + 1), ...who, club, finalPlacement: player.rank };
  });
  if (isOver) notes.miss('points of players, of which the battles are not in the file', participants.length);
  notes.miss('battles, which are not in such files');
  if ((stated.startDate ?? null) === null) notes.miss('days of the event');
  events.push(
    makeEvent({
      facts: {
        slug: stated.slug ?? `t3-${eventId}`,
        name,
        status: isOver ? 'finished' : 'planned',
      },
      stated,
      sourceId: eventId,
      files,
      participants,
      battles: [],
      notes,
    }),
  );
}

/** Those of both files are the same by their T3 id, or, without one, by their names; the place is in the results. */
function mergePlayers(read: readonly GoeppFile[]): GoeppPlayer[] {
  const merged = new Map<string, GoeppPlayer>();
  for (const player of read.flatMap((file) => file.players)) {
    const key = keyOf(player);
    const known = merged.get(key);
    if (known) known.rank ??= player.rank;
    else merged.set(key, { ...player });
  }
  return [...merged.values()];
}
