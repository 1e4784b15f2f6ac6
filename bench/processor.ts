import { readFileSync } from 'node:fs';

/** Linux reports ticks of 1/100 s (USER_HZ) on every machine. */
const TICKS_A_SECOND = 100;

/** CPU time that a process and its children have used so far. Linux only, because it reads /proc. */
export function processorSeconds(pid: number): number {
  // The second field is the name in parentheses, which may contain any characters.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user = '0', system = '0'] = stat.slice(11, 13);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const own = (Number(user) + Number(system)) / TICKS_A_SECOND;
  return children.reduce((sum, child) => sum + processorSeconds(Number(child)), own);
}
