// One run: the final places of stale tournaments are derived from their battles, as boards are, and switched in, a
// batch of tournaments at a time. The staleness notes are deleted last, so a run that is aborted is repeated.
import { finalStandings, isUndecided } from '../../standings/final-standings.js';
import { PLACES_METHOD } from '../../standings/method.js';
import type { Session } from '../derived/session.js';
import { readCompetitions, type TournamentCompetition } from '../read/competition.js';

export type RecomputedPlaces = { of: 'places'; tournaments: number };

/** Tournaments that are read and switched in at once. */
const BATCH = 50;

/** Returns null if nothing was stale. */
export async function recomputePlaces({ read, write }: Session): Promise<RecomputedPlaces | null> {
  const stale = await readStale(read);
  if (!stale) return null;
  const { slugs, ids, isOther } = stale;
  for (let from = 0; from < slugs.length; from += BATCH) {
    const batch = slugs.slice(from, from + BATCH);
    const places = (await readCompetitions(read, batch, null)).flatMap((each) => (each ? derivedPlaces(each) : []));
    await write.query('SELECT switch_places($1, $2, $3)', [
      batch,
      places.map(({ participantId }) => participantId),
      places.map(({ place }) => place),
    ]);
  }
  if (isOther) {
    await write.query(
      `INSERT INTO "setting" ("key", "value") VALUES ('${METHOD}', $1)
       ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"`,
      [PLACES_METHOD],
    );
  }
  await write.query('DELETE FROM "place_stale" WHERE "id" = ANY ($1::bigint[])', [`{${ids.join(',')}}`]);
  return { of: 'places', tournaments: slugs.length };
}

/** Setting with the name of the method that places were derived by. */
const METHOD = 'places-method';

type Stale = { slugs: string[]; ids: string[]; isOther: boolean };

/** Places of another method are all stale. */
async function readStale(read: Session['read']): Promise<Stale | null> {
  const [row] = await read.query<{ isOurs: boolean; slugs: string[] | null; ids: string[] | null }>(
    `SELECT coalesce((SELECT "value" = $1 FROM "setting" WHERE "key" = '${METHOD}'), false) AS "isOurs",
       array_agg(DISTINCT "tournament_slug") AS "slugs", array_agg("id"::text) AS "ids" FROM "place_stale"`,
    [PLACES_METHOD],
  );
  if (!row?.isOurs) {
    const all = await read.query<{ slug: string }>(
      `SELECT "slug" FROM "tournament" WHERE "published" AND "status" = 'finished' ORDER BY "slug"`,
    );
    return { slugs: all.map(({ slug }) => slug), ids: row?.ids ?? [], isOther: true };
  }
  return row.ids === null ? null : { slugs: row.slugs ?? [], ids: row.ids, isOther: false };
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
