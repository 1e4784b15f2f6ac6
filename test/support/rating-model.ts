// The expected ratings, computed from the source rows alone with the pure code, from the start.
import type { Db } from '../../src/db/client.js';
import { isProvisional } from '../../src/ratings/glicko2.js';
import { predictionOf } from '../../src/ratings/prediction.js';
import { ratingBefore, replay } from '../../src/ratings/replay.js';
import { mondayOf, weekOf } from '../../src/ratings/week.js';

type Rated = {
  week: number;
  first: string;
  second: string;
  score: number;
  tournament: string;
  factions: [string | null, string | null];
  role: number;
};

const SCORES = { win: 1, draw: 0.5, loss: 0 };
const day = (date: Date) => date.toISOString().slice(0, 10);

async function ratedBattles({ prisma }: Db): Promise<Rated[]> {
  const battles = await prisma.battle.findMany({
    where: { archived: false, tournament: { published: true } },
    include: { sides: { orderBy: { position: 'asc' } }, tournament: true },
  });
  const found = battles.flatMap((battle) => {
    const [one, other] = battle.sides;
    const date = battle.date ?? battle.tournament?.startDate;
    if (!date || !one?.outcome || !other?.outcome || !one.playerId || !other.playerId) return [];
    const opposite = other.role && (other.role === 'attacker' ? 'defender' : 'attacker');
    const role = one.role ?? opposite;
    return {
      at: `${day(date)} ${battle.newest} ${battle.id}`,
      week: weekOf(date),
      first: one.playerId,
      second: other.playerId,
      score: SCORES[one.outcome],
      tournament: battle.tournamentSlug ?? '',
      factions: [one.faction, other.faction] as [string | null, string | null],
      role: role === null ? 0 : role === 'attacker' ? 1 : 2,
    };
  });
  return found.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ at, ...rated }) => rated);
}

/** All stored data of ratings, as expected. */
export async function expectedRatings(db: Db) {
  const battles = await ratedBattles(db);
  const weeks = [];
  const playing = replay(battles);
  let step = playing.next();
  for (; !step.done; step = playing.next()) weeks.push(step.value);
  const last = step.value;
  const asOf = weeks.at(-1)?.week ?? 0;
  const removed = new Set((await db.prisma.player.findMany({ where: { removed: true } })).map(({ id }) => id));
  const rated = [...last.keys()].sort().map((player) => ({ player, ...ratingBefore(last, player, asOf + 1) }));
  const placed = rated.filter((each) => !isProvisional(each) && !removed.has(each.player));
  const judged = predictionOf(weeks.map(({ predictions }) => predictions));
  return {
    ledger: weeks
      .flatMap(({ rows }) => rows)
      .map((row) => [row.player, row.week, row.value, row.deviation, row.volatility, row.battles, row.elo])
      .sort(byText),
    standings: rated.map(({ player, value, deviation }) => [
      player,
      value,
      deviation,
      deviation > 110,
      placed.some((each) => each.player === player) ? 1 + placed.filter((each) => each.value > value).length : null,
      sunday(asOf),
    ]),
    expectations: weeks
      .flatMap(({ week, battles: predicted }) =>
        predicted
          .filter(({ battle }) => battle.factions.every((faction) => faction !== null && faction.trim() !== ''))
          .map(({ battle, first, second, expected }) => [
            battle.tournament,
            week,
            battle.role * 3 + battle.score * 2,
            Math.floor(expected * 1e6 + 0.5),
            doubled(first.value),
            doubled(second.value),
          ]),
      )
      .sort(byText),
    state: judged
      ? { week: asOf, since: judged.since, battles: judged.battles, glicko2: judged.glicko2, elo: judged.elo }
      : { week: null, since: null, battles: 0, glicko2: null, elo: null },
  };
}

/** Twice the whole part, plus 1 for decimals. */
const doubled = (value: number) => Math.floor(value) + Math.ceil(value);
const sunday = (week: number) => day(new Date(new Date(mondayOf(week)).getTime() + 6 * 86_400_000));
const byText = (a: unknown[], b: unknown[]) => (String(a) < String(b) ? -1 : 1);

/** The same data as stored. */
export async function keptRatings({ prisma }: Db) {
  const ledger = await prisma.rating.findMany();
  const standings = await prisma.playerRating.findMany({ orderBy: { playerId: 'asc' } });
  const expectations = await prisma.tournamentExpectation.findMany();
  const state = await prisma.ratingState.findFirstOrThrow();
  const { week, since, battles, glicko2, elo } = state;
  return {
    ledger: ledger
      .map((row) => [row.playerId, row.week, row.value, row.deviation, row.volatility, row.battles, row.elo])
      .sort(byText),
    standings: standings.map((row) => [
      row.playerId,
      row.value,
      row.deviation,
      row.provisional,
      row.place,
      day(row.asOf),
    ]),
    expectations: expectations.flatMap((row) => unpacked(row)).sort(byText),
    state: { week, since, battles, glicko2, elo },
  };
}

function unpacked({ tournamentSlug, week, results }: { tournamentSlug: string; week: number; results: Uint8Array }) {
  const bytes = Buffer.from(results);
  return Array.from({ length: bytes.length / 24 }, (_, at) => {
    const [coded, values] = [bytes.readInt32BE(at * 24 + 8), bytes.readInt32BE(at * 24 + 12)];
    return [tournamentSlug, week, coded >> 20, coded & 0xfffff, values >> 16, values & 0xffff];
  });
}
