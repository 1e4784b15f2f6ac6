import { RATING_METHOD } from '../../ratings/method.js';
import { columnsOf, tableOf } from '../one-statement/model.js';
import type { Sql } from '../sql.js';

const s = columnsOf('RatingState', 's');

export type RatingState = {
  method: string;
  week: number | null;
  /** False while something is noted that the ratings of this snapshot do not include. */
  upToDate: boolean;
  prediction: { battles: number; since: number; logLoss: number; elo: number; even: number } | null;
};

/** Figures are rounded to six decimals. */
export async function readRatingState(sql: Sql): Promise<RatingState> {
  type Row = {
    week: number | null;
    since: number | null;
    battles: number;
    glicko2: number | null;
    elo: number | null;
    upToDate: boolean;
  };
  sql.tag?.('rating');
  sql.tag?.('stale', 'ratings');
  const [row] = await sql.queryPrepared<Row>(
    `SELECT ${s.week}, ${s.since}, ${s.battles}, ${s.glicko2}, ${s.elo},
       ${s.method} = $1 AND NOT EXISTS (SELECT FROM ${tableOf('RatingStale')}) AS "upToDate" FROM ${tableOf('RatingState')} s`,
    [RATING_METHOD],
  );
  const { week = null, since = null, battles = 0, glicko2 = null, elo = null, upToDate = false } = row ?? {};
  const prediction =
    since === null || glicko2 === null || elo === null
      ? null
      : { battles, since, logLoss: rounded(glicko2), elo: rounded(elo), even: rounded(Math.LN2) };
  return { method: RATING_METHOD, week, upToDate, prediction };
}

const rounded = (x: number) => Math.floor(x * 1e6 + 0.5) / 1e6;
