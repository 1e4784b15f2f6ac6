// The stored inputs of statistics, and the expected ones, computed here from the source rows alone.
import type { Db } from '../../src/db/client.js';
import { fold } from './derived-facets.js';

type Tournament = { slug: string; published: boolean; start: string | null; players: number; about: string };
type Battle = {
  id: string;
  tournament: string;
  archived: boolean;
  day: string | null;
  at: number;
  round: number | null;
};
type Side = {
  battle: string;
  participant: number;
  player: string | null;
  faction: string | null;
  role: string | null;
  outcome: string | null;
};
type Participant = { id: number; faction: string | null; player: string | null; place: number | null };

const FIRST_BATTLES = 4;
const TOP_PLACES = 4;
const SCORE: Record<string, number> = { win: 2, draw: 1, loss: 0 };
const OTHER: Record<string, string> = { attacker: 'defender', defender: 'attacker' };

/** Both must be equal in every state of the database. */
export async function derivedStatistics({ sql }: Pick<Db, 'sql'>) {
  return { stored: await stored(sql), expected: await expected(sql) };
}

async function stored(sql: Db['sql']) {
  const names = new Map(
    (await sql.query<{ id: number; name: string }>(`SELECT "id", "name" FROM "faction"`)).map(({ id, name }) => [
      id,
      fold(name),
    ]),
  );
  const players = new Map(
    (await sql.query<{ id: string; number: number }>(`SELECT "player_id" AS "id", "number" FROM "player_number"`)).map(
      ({ id, number }) => [number, id],
    ),
  );
  type Row = Record<'slug' | 'about' | 'results' | 'field' | 'roster' | 'sides', string> & { factions: number[] };
  const rows = await sql.query<Row>(`
    SELECT s."tournament_slug" AS "slug", concat_ws('|', "start_date"::text, "country", "battle_pack", "club_slug", "players")
      AS "about", "factions", encode("results", 'hex') AS "results", encode("field", 'hex') AS "field",
      coalesce(encode("roster", 'hex'), '') AS "roster", coalesce(encode("sides", 'hex'), '') AS "sides"
    FROM "tournament_statistics" s LEFT JOIN "tournament_sides" z ON z."tournament_slug" = s."tournament_slug" ORDER BY 1`);
  const tournaments = rows.map(({ slug, about, factions, results, field, ...row }) => {
    const named = (place: number) => names.get(factions[place] ?? -1) ?? '?';
    const roster = words(row.roster).map((number) => players.get(number) ?? String(number | 0));
    const sides = words(row.sides).map((both) => [roster[both >>> 16] ?? '?', roster[both & 0xffff] ?? '?'] as const);
    return {
      slug,
      about,
      results: words(results)
        .map((code, at) =>
          pair(
            [named(code >>> 17), named((code >>> 4) & 8191)],
            Math.floor((code & 15) / 3),
            (code & 15) % 3,
            sides[at] ?? ['?', '?'],
          ),
        )
        .sort(),
      field: words(field)
        .flatMap((code, at, all) => {
          const player = (all[at + 1] ?? 0) | 0;
          return at % 2 === 0 ? [`${named(code >>> 3)} ${code & 7} ${players.get(player) ?? player}`] : [];
        })
        .sort(),
    };
  });
  const events = await sql.query<{ of: string }>(`
    SELECT e."tournament_slug" || ' ' || f."name" AS "of" FROM "faction_event" e JOIN "faction" f ON f."id" = e."faction_id"`);
  const battles = await sql.query<{ of: string }>(`
    SELECT concat_ws('|', c."battle_id", c."tournament_slug", c."newest", c."day"::text, c."first_player", '-', c."second_player",
      c."first_role", c."first_score", c."matchup" IS NULL) AS "of"
    FROM "counted_battle" c LEFT JOIN "matchup" m ON m."key" = c."matchup"
      AND m."first_id" = least(c."first_faction", c."second_faction")
      AND m."second_id" = greatest(c."first_faction", c."second_faction")
    WHERE (m."key" IS NULL) = (c."first_faction" IS NULL OR c."second_faction" IS NULL)`);
  return { tournaments, events: events.map(({ of }) => fold(of)).sort(), battles: battles.map(({ of }) => of).sort() };
}

type Two = readonly [string, string];

/** The result from the view of the faction whose name sorts first; for a mirror match, independent of the side. */
function pair([one, other]: Two, role: number, score: number, [first, second]: Two): string {
  const own = `${role}${score} ${first} ${second}`;
  const turned = `${role === 0 ? 0 : 3 - role}${2 - score} ${second} ${first}`;
  const isTurned = one > other || (one === other && turned < own);
  return isTurned ? `${other} ${one} ${turned}` : `${one} ${other} ${own}`;
}

const words = (hex: string) => (hex.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 16));

async function expected(sql: Db['sql']) {
  const tournaments = await sql.query<Tournament>(`
    SELECT t."slug", t."published", t."start_date"::text AS "start",
      (SELECT count(*)::int FROM "participant" p WHERE p."tournament_slug" = t."slug") AS "players",
      concat_ws('|', t."start_date"::text, t."country", t."battle_pack", t."club_slug") AS "about" FROM "tournament" t ORDER BY 1`);
  const battles = await sql.query<Battle & { newest: string }>(`
    SELECT b."id", b."tournament_slug" AS "tournament", b."archived", b."date"::text AS "day", b."round", b."newest",
      s."position" AS "at" FROM "battle" b
    JOIN "stage" s ON s."tournament_slug" = b."tournament_slug" AND s."id" = b."stage_id"`);
  const sides = await sql.query<Side>(`
    SELECT "battle_id" AS "battle", "participant_id" AS "participant", "player_id" AS "player", "faction", "role"::text,
      "outcome"::text FROM "battle_side" ORDER BY "battle_id", "position"`);
  const participants = await sql.query<Participant>(
    `SELECT p."id", p."faction", p."player_id" AS "player", CASE WHEN t."status" = 'finished' THEN coalesce(p."final_placement", d."place") END AS "place"
     FROM "participant" p JOIN "tournament" t ON t."slug" = p."tournament_slug"
     LEFT JOIN "derived_place" d ON d."participant_id" = p."id"`,
  );
  const loaded = await sql.query<{ name: string; aliases: string[] }>(`SELECT "name", "aliases" FROM "faction"`);
  const calledBy = (faction: string) =>
    fold(loaded.find(({ aliases }) => aliases.some((alias) => fold(alias) === fold(faction)))?.name ?? faction);
  const [events, counted]: [Set<string>, string[]] = [new Set(), []];
  const rows = tournaments.flatMap(({ slug, published, start, players, about }) => {
    const played = battles
      .filter((battle) => published && battle.tournament === slug && !battle.archived)
      .map((battle) => ({ ...battle, sides: sides.filter((side) => side.battle === battle.id) }))
      .filter((battle) => battle.sides.length === 2 && battle.sides.every(({ outcome }) => outcome !== null))
      .sort((a, b) => a.at - b.at || (a.round ?? 1e9) - (b.round ?? 1e9) || (a.id < b.id ? -1 : 1));
    if (played.length === 0) return [];
    const results: string[] = [];
    const appearances = new Map<number, { faction: string | null; score: number }[]>();
    for (const { id, newest, day, sides: both } of played) {
      const [first, second] = both as [Side, Side];
      const role = first.role ?? (second.role === null ? null : (OTHER[second.role] ?? null));
      const score = SCORE[first.outcome ?? ''] ?? 0;
      const isKnown = first.faction !== null && second.faction !== null;
      counted.push(
        [id, slug, newest, day ?? start, first.player, '-', second.player, role, score, isKnown ? 'f' : 't']
          .filter((value) => value !== null)
          .join('|'),
      );
      if (first.faction !== null && second.faction !== null) {
        const number = role === null ? 0 : role === 'attacker' ? 1 : 2;
        const who = both.map(({ player, participant }) => player ?? String(-participant)) as [string, string];
        results.push(pair([calledBy(first.faction), calledBy(second.faction)], number, score, who));
        for (const { faction } of both) events.add(`${slug} ${calledBy(faction ?? '')}`);
      }
      for (const [side, own] of [
        [first, score],
        [second, 2 - score],
      ] as const) {
        const before = appearances.get(side.participant) ?? [];
        appearances.set(side.participant, [...before, { faction: side.faction, score: own }]);
      }
    }
    const field = [...appearances].flatMap(([id, all]) => {
      const { faction: signedUp, place, player } = participants.find((each) => each.id === id) as Participant;
      const faction = signedUp ?? all.find((each) => each.faction !== null)?.faction ?? null;
      if (faction === null) return [];
      events.add(`${slug} ${calledBy(faction)}`);
      const start = all.slice(0, FIRST_BATTLES);
      const isUnbeaten = start.length === FIRST_BATTLES && start.every((each) => each.score === 2);
      const isTop = place !== null && place <= TOP_PLACES;
      const flags = Number(isUnbeaten) + 2 * Number(isTop) + 4 * Number(place === 1);
      return [`${calledBy(faction)} ${flags} ${player ?? -id}`];
    });
    return [
      { slug, about: fold(`${about ? `${about}|` : ''}${players}`), results: results.sort(), field: field.sort() },
    ];
  });
  return { tournaments: rows, events: [...events].sort(), battles: counted.sort() };
}
