// Rows of sums and averages below the players, which look like one player more.
import type { Notes } from '../notes.js';
import { type Cells, shortened } from './cells.js';
import { fold } from './words.js';

const WORDS = new Set(
  `total, totals, sum, sums, average, avg, mean, count, grand total, subtotal,
  summe, gesamt, gesamtsumme, insgesamt, durchschnitt, schnitt, mittelwert, anzahl, zwischensumme,
  totaux, somme, moyenne, nombre, total general,
  suma, razem, srednia, lacznie, liczba, ogolem,
  totales, media, promedio, recuento`.split(/,\s+/),
);

/** A row in which a cell says so, and that names no player. It is left out, which is said. */
export function isTotal(cells: Cells, row: number, notes: Notes): boolean {
  const isWord = (text: string) => WORDS.has(fold(text));
  if (namesIn(cells, row).some((name) => name !== '' && !isWord(name))) return false;
  const found = cells.find(row, isWord);
  if (!found) return false;
  const { file, at, text } = found;
  notes.tell(`left out, as it is a total and no player: ${file}: ${at} ${shortened(text)}`);
  return true;
}

const namesIn = (cells: Cells, row: number): string[] => [
  ...[null, 1, 2].map((number) => cells.text(row, 'name', number)),
  ...[null, ...cells.numbersOf('opponent')].map((number) => cells.text(row, 'opponent', number)),
  cells.text(row, 'firstName'),
  cells.text(row, 'lastName'),
];
