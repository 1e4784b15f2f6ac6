/**
 * A rating period: an ISO week, Monday to Sunday, numbered from the week of 1 January 1970. The date of a battle is
 * local to its venue and is used as it is, so that no time zone can move a battle to another week.
 */
const DAY = 86_400_000;
/** 1 January 1970 was a Thursday. */
const DAYS_BEFORE_THE_EPOCH = 3;

/** Week of a day such as `2026-05-02`, or of a date at midnight UTC. */
export function weekOf(day: string | Date): number {
  return Math.floor((new Date(day).getTime() / DAY + DAYS_BEFORE_THE_EPOCH) / 7);
}

/** The first day of a week. */
export const mondayOf = (week: number): string => dayOf(week, 0);

/** The last day of a week. */
export const sundayOf = (week: number): string => dayOf(week, 6);

function dayOf(week: number, after: number): string {
  return new Date((week * 7 + after - DAYS_BEFORE_THE_EPOCH) * DAY).toISOString().slice(0, 10);
}
