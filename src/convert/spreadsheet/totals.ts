// Rows of sums and averages below the players, which look like one player more.
import type { Notes } from '../notes.js';
import { type Cells, shortened } from './cells.js';
import { type Field, fold } from './words.js';

const WORDS = new Set(
  `total, totals, sum, sums, average, avg, mean, count, grand total, subtotal,
  summe, gesamt, gesamtsumme, insgesamt, durchschnitt, schnitt, mittelwert, anzahl, zwischensumme,
  totaux, somme, moyenne, nombre, total general,
  suma, razem, srednia, lacznie, liczba, ogolem,
  totales, media, promedio, recuento`.split(/,\s+/),
);

/** A row called as a total is called, in which no opponent is named. It is left out, which is said. */
export function isTotal(cells: Cells, row: number, name: string, field: Field, notes: Notes): boolean {
  if (!WORDS.has(fold(name))) return false;
  const opponents =
    field === 'name' && cells.has('name', 2)
      ? [cells.text(row, 'name', 2)]
      : [null, ...cells.numbersOf('opponent')].map((number) => cells.text(row, 'opponent', number));
  if (opponents.some((opponent) => opponent !== '')) return false;
  const { file, at } = cells.place(row, field, cells.has(field) ? null : 1);
  notes.tell(`left out, as it is a total and no player: ${file}: ${at} ${shortened(name)}`);
  return true;
}
