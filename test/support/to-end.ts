/** What steps return at their end. */
export function toEnd<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
