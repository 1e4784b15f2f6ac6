// Who won a report. The file explains its own scores, in an older form (`score`, `primary`, `drawRange`) and in a newer one
// (`points`, `winConditions`).
import { type Outcome, outcomeOf } from '../event.js';
import { type JsonObject, numberOf, objectOf, objectsIn, textOf } from '../read/json.js';

type Scores = {
  /** Of the first player. */
  outcome: Outcome;
  points: [number | null, number | null];
  victoryPoints: [number | null, number | null];
  /** The file does not say which score decides. */
  guessed: boolean;
};

/** Keys of what decides, by how often they are seen. */
const USUAL = ['BPObj', 'BP', 'TP', 'Points'];

export function scoresOf(report: JsonObject): Scores {
  const [one = null, two = null] = Array.isArray(report.score) ? (report.score as (JsonObject | null)[]) : [];
  const scoring = objectOf(report, 'scoring');
  const told = textOf(scoring, 'primary') ?? mainOf(scoring);
  const key = told ?? USUAL.find((each) => numberOf(one, each) !== null) ?? null;
  const valuesOf = (name: string): [number | null, number | null] => [numberOf(one, name), numberOf(two, name)];
  const points = key === null ? NONE : valuesOf(key);
  const victoryPoints = valuesOf('VP').map((value) => (Number.isInteger(value) ? value : null));
  const [first, second] = points;
  const outcome =
    first === null || second === null
      ? null
      : (byConditions(scoring, one, two) ?? outcomeOf(first, second, rangeOf(scoring)));
  const [own = null, other = null] = victoryPoints;
  return { outcome, points, victoryPoints: [own, other], guessed: told === null && key !== null };
}

const NONE: [null, null] = [null, null];
const rangeOf = (scoring: JsonObject | null) => numberOf(scoring, 'drawRange') ?? 0;
const mainOf = (scoring: JsonObject | null) =>
  textOf(objectsIn(scoring?.points).find(({ main }) => main === true) ?? null, 'short');

/** Null when there are no conditions, or one of a kind that is not known. */
function byConditions(scoring: JsonObject | null, one: JsonObject | null, two: JsonObject | null): Outcome {
  const conditions = objectsIn(scoring?.winConditions);
  if (conditions.length === 0) return null;
  for (const condition of conditions) {
    const own = numberOf(one, textOf(condition, 'pointType') ?? '');
    const other = numberOf(two, textOf(condition, 'oppPointType', 'pointType') ?? '');
    const comparison = textOf(condition, 'comparison') ?? '';
    const compare = Object.hasOwn(COMPARISONS, comparison) ? COMPARISONS[comparison] : undefined;
    const action = textOf(condition, 'action');
    const value = numberOf(condition, 'value');
    const isKnown = condition.operation === 'difference' && condition.percent !== true && isOutcome(action);
    if (!isKnown || !compare || own === null || other === null || value === null) return null;
    if (compare(own - other, value)) return action;
  }
  return 'draw';
}

const isOutcome = (word: string | null): word is 'win' | 'loss' | 'draw' => /^(win|loss|draw)$/.test(word ?? '');
const COMPARISONS: Record<string, (difference: number, value: number) => boolean> = {
  '>=': (difference, value) => difference >= value,
  '>': (difference, value) => difference > value,
  '<=': (difference, value) => difference <= value,
  '<': (difference, value) => difference < value,
  '=': (difference, value) => difference === value,
  '==': (difference, value) => difference === value,
};
