// The stored filter values of listings, and the expected ones, computed here from the source rows alone.
import type { Db } from '../../src/db/client.js';

type Side = { battle: string; player: string | null; faction: string | null };
type Rows = {
  club: { slug: string; country: string | null; city: string | null }[];
  player: { id: string; alphabetical: string; removed: boolean }[];
  tournament: {
    slug: string;
    alphabetical: string;
    published: boolean;
    country: string | null;
    city: string | null;
    pack: string | null;
    size: number;
    status: string;
  }[];
  stage: { tournament: string; id: string; type: string }[];
  participant: { tournament: string; player: string | null; club: string | null; faction: string | null }[];
  battle: { id: string; tournament: string | null; archived: boolean }[];
  side: Side[];
};

/** Both must be equal in every state of the database. */
export async function derivedFacets({ sql }: Pick<Db, 'sql'>) {
  const all = async (statement: string) => (await sql.query<{ of: string }>(statement)).map(({ of }) => of).sort();
  return {
    stored: {
      tournaments: await all(`SELECT "tournament_slug" || ' ' || "facet" AS "of" FROM "tournament_facet"`),
      sizes: await all(
        `SELECT "tournament_slug" || ' ' || "players" || ' ' || "largest" AS "of" FROM "tournament_size"`,
      ),
      clubs: await all(`SELECT "club_slug" || ' ' || "facet" AS "of" FROM "club_facet"`),
      players: await all(`SELECT f."player_id" || ' ' || f."facet" AS "of" FROM "player_facet" f`),
      // A removed player is in no listing.
      activity: await all(`SELECT a."player_id" || ' ' || a."battles" || ' ' || a."busiest" AS "of"
        FROM "player_activity" a`),
      // club_faction may keep factions that no longer occur, but must not lack any.
      factionsMissed:
        await all(`SELECT c."club_slug" || ' ' || f AS "of" FROM "club_battle" c CROSS JOIN unnest(c."factions") AS f
        WHERE NOT EXISTS (SELECT FROM "club_faction" k WHERE k."club_slug" = c."club_slug" AND k."faction" = f)`),
      clubBattles: await all(`SELECT DISTINCT "battle_id" || ' ' || "factions"::text AS "of" FROM "club_battle"`),
    },
    expected: expected(await readRows({ sql }), await all(`SELECT DISTINCT "battle_id" AS "of" FROM "club_battle"`)),
  };
}

export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ØøŁł’ß]/g, (letter) => ({ Ø: 'o', ø: 'o', Ł: 'l', ł: 'l', '’': "'", ß: 'ss' })[letter] ?? letter)
    .toLowerCase()
    .replaceAll('ς', 'σ');

const facets = (key: string, of: Record<string, string | number | null>) =>
  Object.entries(of).flatMap(([name, value]) => (value === null ? [] : [`${key} ${name} ${fold(String(value))}`]));

const sorted = (values: string[]) => [...new Set(values)].sort();

const largest = (size: number, alphabetical: string) =>
  `${String(2147483647 - size).padStart(10, '0')} ${alphabetical}`;

function expected({ club, player, tournament, stage, participant, battle, side }: Rows, inClubs: string[]) {
  const published = new Set(tournament.filter((each) => each.published).map(({ slug }) => slug));
  const battles = new Map(battle.map((each) => [each.id, each]));
  const isListed = ({ battle: id }: Side) => {
    const of = battles.get(id);
    return of !== undefined && !of.archived && (of.tournament === null || published.has(of.tournament));
  };
  const known = player.filter(({ removed }) => !removed);
  const countOf = (id: string) => side.filter((each) => each.player === id && isListed(each)).length;
  const factionsIn = (id: string) => {
    const factions = side
      .filter((each) => each.battle === id && each.faction !== null)
      .map((each) => fold(each.faction ?? ''));
    return factions.length === 0 ? [] : [factions.toSorted()[0], factions.toSorted().at(-1)];
  };
  return {
    tournaments: sorted(
      tournament.flatMap(({ slug, country, city, pack, size, status }) => [
        ...facets(slug, { country, city, pack, size, stage: status === 'finished' ? 'board' : null }),
        ...stage
          .filter((each) => each.tournament === slug && each.id !== 'standings')
          .flatMap(({ type }) => facets(slug, { stage: type })),
        ...participant.filter((each) => each.tournament === slug).flatMap(({ faction }) => facets(slug, { faction })),
        ...side
          .filter((each) => {
            const of = battles.get(each.battle);
            return of?.tournament === slug && !of.archived;
          })
          .flatMap(({ faction }) => facets(slug, { faction })),
      ]),
    ),
    sizes: sorted(
      tournament.map(({ slug, alphabetical }) => {
        const players = participant.filter((each) => each.tournament === slug).length;
        return `${slug} ${players} ${largest(players, alphabetical)}`;
      }),
    ),
    clubs: sorted(club.flatMap(({ slug, country, city }) => facets(slug, { country, city }))),
    players: sorted(
      known.flatMap(({ id }) => [
        ...side
          .filter((each) => each.player === id && isListed(each))
          .flatMap(({ faction }) => facets(id, { faction })),
        ...participant
          .filter((each) => each.player === id && published.has(each.tournament))
          .flatMap(({ club: of, faction }) => [
            ...(of === null ? [] : [`${id} club ${of}`]),
            ...facets(id, { faction }),
          ]),
      ]),
    ),
    activity: sorted(known.map(({ id, alphabetical }) => `${id} ${countOf(id)} ${largest(countOf(id), alphabetical)}`)),
    factionsMissed: [],
    clubBattles: sorted(inClubs.map((id) => `${id} ${textOf(factionsIn(id))}`)),
  };
}

/** Formats an array as PostgreSQL does. */
const textOf = (values: (string | undefined)[]) =>
  `{${values.map((each) => (/^[^\s"',{}\\]+$/.test(each ?? '') ? each : `"${each}"`)).join(',')}}`;

async function readRows({ sql }: Pick<Db, 'sql'>): Promise<Rows> {
  return {
    club: await sql.query(`SELECT "slug", "country", "city" FROM "club"`),
    player: await sql.query(`SELECT "id", "alphabetical", "removed" FROM "player"`),
    tournament: await sql.query(`SELECT "slug", "alphabetical", "published", "country", "city", "battle_pack" AS "pack",
      "battle_size" AS "size", "status"::text FROM "tournament"`),
    stage: await sql.query(`SELECT "tournament_slug" AS "tournament", "id", "type"::text FROM "stage"`),
    participant:
      await sql.query(`SELECT "tournament_slug" AS "tournament", "player_id" AS "player", "club_slug" AS "club",
      "list"->>'faction' AS "faction" FROM "participant"`),
    battle: await sql.query(`SELECT "id", "tournament_slug" AS "tournament", "archived" FROM "battle"`),
    side: await sql.query(`SELECT "battle_id" AS "battle", "player_id" AS "player", "faction" FROM "battle_side"`),
  };
}
