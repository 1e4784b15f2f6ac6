// The rows of a table that may have thousands: the first of a page are rendered with it, the others later, a piece at a
// time, so that others get a turn of the event loop in between.
import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';

/** Rows that are rendered at once: a few milliseconds. */
const AT_ONCE = 200;

/** What is left out of a page that is being rendered, in order; `room` is for how many rows it still has room. */
export class Later {
  room = AT_ONCE;
  readonly pieces: (() => VNode)[] = [];
}

/** Without it all rows are rendered at once. */
export const LaterContext = createContext<Later | null>(null);

/** Stands for what is rendered later. No text of a page contains it: all are escaped. */
export const HOLE = '<slot></slot>';

type RowsProps<Row> = { of: readonly Row[]; each: (row: Row, at: number) => ComponentChildren };

export function Rows<Row>({ of, each }: RowsProps<Row>) {
  const later = useContext(LaterContext);
  const rows = (from: number, to: number) => <>{of.slice(from, to).map((row, at) => each(row, from + at))}</>;
  if (!later) return rows(0, of.length);
  const now = Math.min(of.length, later.room);
  later.room -= now;
  const holes: VNode[] = [];
  for (let from = now; from < of.length; from += AT_ONCE) {
    later.pieces.push(() => rows(from, from + AT_ONCE));
    holes.push(<slot key={from} />);
  }
  return (
    <>
      {rows(0, now)}
      {holes}
    </>
  );
}
