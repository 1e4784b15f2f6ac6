// One run: the final places of stale tournaments are derived from their battles, as boards are, and switched in, a
// batch of tournaments at a time. The staleness notes are deleted last, so a run that is aborted is repeated.
import { finalStandings, isUndecided } from '../../standings/final-standings.js';
import { PLACES_METHOD } from '../../standings/method.js';
import { EPOCH, type Session } from '../derived/session.js';
import { readCompetitions, type TournamentCompetition } from '../read/competition.js';

export type RecomputedPlaces = { of: 'places'; tournaments: number };

/** Tournaments that are read and switched in at once. */
const BATCH = 50;

/** Returns null if nothing was stale. */
export async function recomputePlaces({ read, write }: Session): Promise<RecomputedPlaces | null> {
  const stale = await readStale(read);
  if (!stale) return null;
  const { slugs, ids, isOther, epoch } = stale;
  for (let from = 0; from < slugs.length; from += BATCH) {
    const batch = slugs.slice(from, from + BATCH);
    const places = (await readCompetitions(read, batch, null)).flatMap((each) => (each ? derivedPlaces(each) : []));
    await write.query(`SELECT switch_places($1, $2, $3) WHERE ${SAME} $4::text`, [
      batch,
      places.map(({ participantId }) => participantId),
      places.map(({ place }) => place),
      epoch,
    ]);
  }
  if (isOther) {
    await write.query(
      `INSERT INTO "setting" ("key", "value") SELECT '${METHOD}', $1::text WHERE ${SAME} $2::text
       ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"`,
      [PLACES_METHOD, epoch],
    );
  }
  await write.query(`DELETE FROM "place_stale" WHERE "id" = ANY ($1::bigint[]) AND ${SAME} $2::text`, [
    `{${ids.join(',')}}`,
    epoch,
  ]);
  return { of: 'places', tournaments: slugs.length };
}

/** Setting with the name of the method that places were derived by. */
const METHOD = 'places-method';

const SAME = `${EPOCH} IS NOT DISTINCT FROM`;

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

/** Of those who have one and for whom none was recorded. */
function derivedPlaces(competition: TournamentCompetition): { participantId: number; place: number }[] {
  if (competition.status !== 'finished' || isUndecided(competition)) return [];
  const isRecorded = new Set(
    competition.contenders.filter(({ finalPlacement }) => finalPlacement !== null).map(({ id }) => id),
  );
  return finalStandings(competition).flatMap(({ participantId, rank: place }) =>
    place === null || isRecorded.has(participantId) ? [] : [{ participantId, place }],
  );
}
