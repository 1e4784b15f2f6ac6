// What a test file opens is closed when the file ends, wherever it was opened: vitest does not hear of an afterAll that is
// said in a hook.
type Close = () => unknown;

const open: Close[] = [];

export function atFileEnd(close: Close): void {
  open.push(close);
}

/** The last first, for it may use the others; all of them, whatever becomes of one. */
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
