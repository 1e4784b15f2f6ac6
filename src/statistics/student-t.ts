/** Student's t, two-sided 95 %, as printed in tables: for 1 to 30 degrees of freedom, then for some. */
const UP_TO_30 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Between two lines of the table, the one with fewer degrees of freedom applies; its value is larger. */
export function studentT(degreesOfFreedom: number): number {
  if (degreesOfFreedom >= 120) return 1.98;
  if (degreesOfFreedom >= 60) return 2;
  if (degreesOfFreedom >= 40) return 2.021;
  const line = Math.min(Math.max(Math.floor(degreesOfFreedom), 1), UP_TO_30.length);
  return UP_TO_30[line - 1] ?? Number.NaN;
}
