// Rows of sums and averages below the players, which look like one player more.
import type { Notes } from '../notes.js';
import { type Cells, shortened } from './cells.js';
import { fold } from './words.js';

const WORDS = new Set(
  `total, totals, sum, sums, average, avg, mean, count, grand total, subtotal,
  summe, gesamt, gesamtsumme, insgesamt, durchschnitt, schnitt, mittelwert, anzahl, zwischensumme,
  totaux, somme, moyenne, nombre, total general,
  suma, razem, srednia, lacznie, liczba, ogolem,
  totales, media, promedio, recuento, number of players, numero de jugadores`.split(/,\s+/),
);

/** Beside such a word, of that which was counted: "Total players", "Anzahl der Spieler: 24". */
const COUNTED = new Set(
  `player, players, of, all, points, round, rounds, battles, games, participants,
  spieler, der, aller, punkte, runden, teilnehmer, partien,
  joueurs, de, des, les, participants, rondes, parties,
  graczy, gracze, punktow, rund, uczestnikow,
  jugadores, puntos, rondas, participantes, partidas`.split(/,\s+/),
);

const isTotalText = (text: string): boolean => {
  const folded = fold(text);
  const [first = '', ...others] = folded.split(' ');
  return WORDS.has(folded) || (WORDS.has(first) && others.every((word) => COUNTED.has(word) || /^\d+$/.test(word)));
};

/** A row in which a cell says so, and that names no player. It is left out, which is said. */
export function isTotal(cells: Cells, row: number, notes: Notes): boolean {
  // Beside "Total players" the number of them may stand in the column of names.
  if (namesIn(cells, row).some((name) => !/^\d*$/.test(name) && !isTotalText(name))) return false;
  const found = cells.find(row, isTotalText);
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
