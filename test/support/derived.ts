// Values that the database stores redundantly for speed, and the expected ones, computed here from the source rows
// alone.
import type { Db } from '../../src/db/client.js';

/** The names that tests of derived values use, with their sort names. */
export const SORT_NAMES: Record<string, string> = {
  '': '',
  Ann: 'ann',
  'Ann Lee': 'ann lee',
  'Éva ØRSTED': 'eva orsted',
  ŁUKASZ: 'lukasz',
  Straße: 'strasse',
  Ζωή: 'ζωη',
  'Zoë O’Brien-Smith': "zoe o'brien-smith",
};

type Named = { name: string | null; alphabetical: string };
type Metrics = Record<string, number | boolean>;
type Rows = {
  player: { id: string; name: string | null }[];
  tournament: { slug: string; club: string | null }[];
  participant: (Named & { id: number; entry: number; player: string | null; club: string | null })[];
  organizer: (Named & { tournament: string; player: string })[];
  battle: { id: string; newest: string; tournament: string | null; club: string | null }[];
  side: {
    battle: string;
    position: number;
    participant: number | null;
    player: string | null;
    name: string | null;
    newest: string;
    rounds: { metrics: Metrics }[];
    metrics: Metrics;
  }[];
  clubBattle: { club: string; battle: string; newest: string }[];
};

/** Both must be equal in every state of the database. */
export async function derivedValues(db: Pick<Db, 'sql'>) {
  const rows = await readRows(db);
  return { stored: stored(rows), expected: expected(rows) };
}

function stored({ participant, organizer, side, clubBattle }: Rows) {
  return {
    participants: participant.map(({ id, name, alphabetical }) => ({ id, name, alphabetical })),
    organizers: organizer.map(({ name, alphabetical }) => ({ name, alphabetical })),
    sides: side.map(({ battle, position, player, name, newest, metrics }) => ({
      of: `${battle} ${position}`,
      player,
      name,
      newest,
      metrics,
    })),
    clubBattles: clubBattle.map(({ club, battle, newest }) => `${club} ${battle} ${newest}`).sort(),
  };
}

function expected({ player, tournament, participant, organizer, battle, side }: Rows): ReturnType<typeof stored> {
  const players = new Map(player.map((row) => [row.id, row]));
  const tournaments = new Map(tournament.map((row) => [row.slug, row]));
  const participants = new Map(participant.map((row) => [row.id, row]));
  const battles = new Map(battle.map((row) => [row.id, row]));
  const nameOf = (id: string | null, own: string | null) => (id === null ? own : (players.get(id)?.name ?? null));
  const connections = side.flatMap((row) => {
    const of = battles.get(row.battle);
    const clubs = [
      of?.club,
      tournaments.get(of?.tournament ?? '')?.club,
      participants.get(row.participant ?? 0)?.club,
    ].filter((club) => typeof club === 'string');
    return clubs.map((club) => `${club} ${row.battle} ${of?.newest}`);
  });
  return {
    participants: participant.map(({ id, entry, player, name: own }) => {
      const name = nameOf(player, own);
      return { id, name, alphabetical: alphabetical(name ?? 'Removed player', String(entry).padStart(6, '0')) };
    }),
    organizers: organizer.map(({ player }) => {
      const name = nameOf(player, null);
      return { name, alphabetical: alphabetical(name ?? '', player) };
    }),
    sides: side.map((row) => {
      const { player, name } = participants.get(row.participant ?? 0) ?? row;
      const newest = battles.get(row.battle)?.newest ?? '';
      const of = `${row.battle} ${row.position}`;
      return { of, player, name: nameOf(player, name), newest, metrics: totals(row.rounds) };
    }),
    clubBattles: [...new Set(connections)].sort(),
  };
}

function alphabetical(name: string, tail: string): string {
  return `${name === 'Removed player' ? 'removed player' : SORT_NAMES[name]}\x01${tail}`;
}

function totals(rounds: { metrics: Metrics }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { metrics } of rounds) {
    for (const [key, value] of Object.entries(metrics)) sums[key] = (sums[key] ?? 0) + Number(value);
  }
  return sums;
}

async function readRows({ sql }: Pick<Db, 'sql'>): Promise<Rows> {
  return {
    player: await sql.query(`SELECT "id", "name" FROM "player"`),
    tournament: await sql.query(`SELECT "slug", "club_slug" AS "club" FROM "tournament"`),
    participant: await sql.query(`
      SELECT "id", "entry", "player_id" AS "player", "club_slug" AS "club", "name", "alphabetical"
      FROM "participant" ORDER BY "id"`),
    organizer: await sql.query(`
      SELECT "tournament_slug" AS "tournament", "player_id" AS "player", "name", "alphabetical"
      FROM "tournament_organizer" ORDER BY 1, 2`),
    battle: await sql.query(`
      SELECT "id", newest_key("date", "round", "id") AS "newest", "tournament_slug" AS "tournament",
        "club_slug" AS "club" FROM "battle"`),
    side: await sql.query(`
      SELECT "battle_id" AS "battle", "position", "participant_id" AS "participant", "player_id" AS "player", "name",
        "newest", "rounds", "metrics" FROM "battle_side" ORDER BY 1, 2`),
    clubBattle: await sql.query(`
      SELECT "club_slug" AS "club", "battle_id" AS "battle", "newest" FROM "club_battle"`),
  };
}
