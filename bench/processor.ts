import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the machine. */
const TICKS_A_SECOND = 100;

/** What a process and those it has started have taken of a processor until now. Linux only: it is read from /proc. */
export function processorSeconds(pid: number): number {
  // The second field is the name, in brackets; it may hold anything.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user = '0', system = '0'] = stat.slice(11, 13);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const own = (Number(user) + Number(system)) / TICKS_A_SECOND;
  return children.reduce((sum, child) => sum + processorSeconds(Number(child)), own);
}
