// One run: the final places of stale tournaments are derived from their battles, as boards are, and switched in, a
// batch of tournaments at a time. The staleness notes are deleted last, so a run that is aborted is repeated.
import { finalStandings, isUndecided } from '../../standings/final-standings.js';
import { PLACES_METHOD } from '../../standings/method.js';
import { EPOCH, type Session } from '../derived/session.js';
import { readCompetitions, type TournamentCompetition } from '../read/competition.js';

/** `busy` tournaments are being written: they stay stale. */
export type RecomputedPlaces = { of: 'places'; tournaments: number; busy: number };

/** Tournaments that are read and switched in at once. */
const BATCH = 50;

/** Returns null if nothing was stale. */
export async function recomputePlaces({ read, write }: Session): Promise<RecomputedPlaces | null> {
  const stale = await readStale(read);
  if (!stale) return null;
  const { slugs, ids, isOther, epoch } = stale;
  const busy: string[] = [];
  for (let from = 0; from < slugs.length; from += BATCH) {
    const batch = slugs.slice(from, from + BATCH);
    const competitions = await readCompetitions(read, batch, null);
    const derived = batch.map((slug, at) => ({ slug, places: derivedPlaces(competitions[at] ?? null) }));
    busy.push(...(await switchIn(write, derived, epoch)));
  }
  await write.query(
    `WITH "gone" AS (DELETE FROM "place_stale" WHERE "id" = ANY ($1::bigint[]) AND ${SAME} $2::text)
     INSERT INTO "place_stale" ("tournament_slug") SELECT unnest($3::text[]) WHERE ${SAME} $2::text`,
    [`{${ids.join(',')}}`, epoch, busy],
  );
  if (isOther) {
    await write.query(
      `INSERT INTO "setting" ("key", "value") SELECT '${METHOD}', $1::text WHERE ${SAME} $2::text
       ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"`,
      [PLACES_METHOD, epoch],
    );
  }
  return { of: 'places', tournaments: slugs.length - busy.length, busy: busy.length };
}

type Derived = { slug: string; places: Place[] };

/** Returns the tournaments that are busy. */
async function switchIn(write: Session['write'], derived: Derived[], epoch: string | null): Promise<string[]> {
  const slugs = derived.map(({ slug }) => slug);
  const places = derived.flatMap(({ places }) => places);
  const ids = places.map(({ participantId }) => participantId);
  try {
    await write.query(SWITCH, [slugs, ids, places.map(({ place }) => place), epoch]);
    return [];
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    if (slugs.length === 1) return slugs;
    const busy: string[] = [];
    for (const each of derived) busy.push(...(await switchIn(write, [each], epoch)));
    return busy;
  }
}

/** Setting with the name of the method that places were derived by. */
const METHOD = 'places-method';

const SAME = `${EPOCH} IS NOT DISTINCT FROM`;

const LOCK_NOT_AVAILABLE = '55P03';
/**
 * A writer waits at the end of a transaction for what is locked here, and must not be waited for then. So this locks, or fails at
 * once, what keeps others from deleting anything of these tournaments and from the end of writing to them.
 */
const LOCKED = [
  `"tournament" WHERE "slug" = ANY ($1) FOR KEY SHARE NOWAIT`,
  ...['participant', 'battle'].map((table) => `"${table}" WHERE "tournament_slug" = ANY ($1) FOR KEY SHARE NOWAIT`),
  `"tournament_size" WHERE "tournament_slug" = ANY ($1) FOR UPDATE NOWAIT`,
].map((rows) => `(SELECT count(*) FROM (SELECT FROM ${rows}) AS "locked")`);
/** The timeout is for a lock of a whole table. */
const SWITCH = `SELECT switch_places($1, $2, $3) WHERE ${SAME} $4::text
  AND set_config('lock_timeout', '100ms', true) IS NOT NULL AND ${LOCKED.join(' + ')} >= 0`;

type Stale = { slugs: string[]; ids: string[]; isOther: boolean; epoch: string | null };

type Found = { isOurs: boolean; slugs: string[] | null; ids: string[] | null; epoch: string | null };

/** Places of another method are all stale. */
async function readStale(read: Session['read']): Promise<Stale | null> {
  const [row] = await read.query<Found>(
    `SELECT coalesce((SELECT "value" = $1 FROM "setting" WHERE "key" = '${METHOD}'), false) AS "isOurs",
       array_agg(DISTINCT "tournament_slug") AS "slugs", array_agg("id"::text) AS "ids",
       ${EPOCH} AS "epoch" FROM "place_stale"`,
    [PLACES_METHOD],
  );
  if (!row?.isOurs) {
    const all = await read.query<{ slug: string }>(
      `SELECT "slug" FROM "tournament" WHERE "published" AND "status" = 'finished' ORDER BY "slug"`,
    );
    return { slugs: all.map(({ slug }) => slug), ids: row?.ids ?? [], isOther: true, epoch: row?.epoch ?? null };
  }
  const { slugs, ids, epoch } = row;
  return ids === null ? null : { slugs: slugs ?? [], ids, isOther: false, epoch };
}

type Place = { participantId: number; place: number };

/** Of those who have one and for whom none was recorded. */
function derivedPlaces(competition: TournamentCompetition | null): Place[] {
  if (competition?.status !== 'finished' || isUndecided(competition)) return [];
  const isRecorded = new Set(
    competition.contenders.filter(({ finalPlacement }) => finalPlacement !== null).map(({ id }) => id),
  );
  return finalStandings(competition).flatMap(({ participantId, rank: place }) =>
    place === null || isRecorded.has(participantId) ? [] : [{ participantId, place }],
  );
}
