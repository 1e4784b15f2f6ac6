import type { ListsNoteFragment } from '../operations.generated.js';
import { dayInWords } from './day.js';

/** Says when army lists come; nothing once they are shown. */
export function ListsNote({ listsShown, listsFrom }: ListsNoteFragment) {
  if (listsShown) return null;
  if (listsFrom === null) return <p class="quiet">Army lists are not shown yet.</p>;
  return (
    <p class="quiet">
      Army lists are shown from <time dateTime={listsFrom}>{momentInWords(listsFrom)}</time>.
    </p>
  );
}

const momentInWords = (moment: string) => `${dayInWords(moment.slice(0, 10))}, ${moment.slice(11, 16)} UTC`;
