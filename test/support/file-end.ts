// What a test file opens is closed when the file ends, wherever it was opened: vitest does not hear of an afterAll that is
// said in a hook.
type Close = () => unknown;

const open: Close[] = [];

export function atFileEnd(close: Close): void {
  open.push(close);
}

/** The last first, for it may use the others. */
export async function closeAll(): Promise<void> {
  for (let close = open.pop(); close; close = open.pop()) await close();
}
