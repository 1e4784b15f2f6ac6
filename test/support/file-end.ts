// What a test file opens is closed when the file ends, wherever it was opened: vitest ignores an afterAll that is
// registered within a hook.
type Close = () => unknown;

const open: Close[] = [];

export function atFileEnd(close: Close): void {
  open.push(close);
}

/** Closes the last first, because it may use the others, and all of them even if one fails. */
export async function closeAll(): Promise<void> {
  const problems: unknown[] = [];
  for (let close = open.pop(); close; close = open.pop()) {
    try {
      await close();
    } catch (problem) {
      problems.push(problem);
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, 'Not closed when the file ended');
}
