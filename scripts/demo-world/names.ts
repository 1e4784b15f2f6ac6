import { mix } from './random.js';

/** Name of the player with this number. The first ones are hand-picked: names like them are often mishandled. */
export function playerName(number: number): string {
  const chosen = CHOSEN[number];
  if (chosen !== undefined) return chosen;
  const scattered = mix(number);
  const [given, family] = PEOPLES[scattered % PEOPLES.length] as People;
  return `${given[(scattered >>> 8) % given.length]} ${family[(scattered >>> 19) % family.length]}`;
}

const CHOSEN = [
  'Tom Baker',
  'Tom Baker',
  'Søren Ødegård',
  'Łukasz Wójcik',
  "Niamh O'Connor",
  'Jan de Vries',
  'Ольга Смирнова',
  'Γιώργος Παπαδόπουλος',
  'Jürgen Müller',
  'Zoë Brontë',
  'Ana María Muñoz',
  'Élodie d’Arcy',
  'anders åkesson',
  'Ívar Þórsson',
  'Jiří Dvořák',
  'Tom baker',
  'Anne-Sophie van den Berg',
  'MacKenzie Reid',
  'Özge Şahin',
];

type People = readonly [given: readonly string[], family: readonly string[]];
const words = (text: string) => text.split(', ');
const PEOPLES: readonly People[] = [
  [
    words('Alice, Ben, Charlotte, Daniel, Ellie, Fraser, Grace, Harry, Isla, Jack, Katie, Liam, Megan, Nathan, Olive'),
    words(
      "Ashworth, Booth, Carter, Dawson, Ellis, Fletcher, Greenwood, Hartley, Ingham, Jessop, Kershaw, Lowe, O'Brien",
    ),
  ],
  [
    words('Anke, Bernd, Claudia, Dieter, Jörg, Käthe, Lukas, Matthias, Nadine, Rüdiger, Sönke, Uwe'),
    words('Bäcker, Fuchs, Größer, Hübner, Krause, Lehmann, Schäfer, Schröder, Vogel, von Thal, Weiß, Zöllner'),
  ],
  [
    words('Amélie, Benoît, Camille, Étienne, François, Hélène, Jérôme, Léa, Mathieu, Noémie, Rémi, Zoé'),
    words("Beaulieu, Chevalier, d'Amboise, Deschamps, Fournier, Lefèvre, Lévêque, Moreau, Noël, Renaud, Tessier"),
  ],
  [
    words('Álvaro, Beatriz, Carmen, Diego, Íñigo, Javier, Lucía, Marta, Nuria, Pablo, Raúl, Sofía'),
    words('Álvarez, Castaño, Domínguez, Ibáñez, López, Marín, Núñez, Ortega, Peña, Ríos, Vidal'),
  ],
  [
    words('Åsa, Bjørn, Erik, Frøya, Göran, Håkon, Ingrid, Jørgen, Lærke, Malin, Øyvind, Sigrid'),
    words('Bergström, Dahl, Ekström, Falk, Håland, Jørgensen, Kjær, Lindqvist, Møller, Nygård, Sørensen'),
  ],
  [
    words('Agnieszka, Bartłomiej, Grażyna, Kamil, Łucja, Marek, Paweł, Stanisław, Wiesława, Zbigniew'),
    words('Dąbrowski, Gołąb, Kowalczyk, Łuczak, Maślanka, Pawłowski, Sikora, Śliwa, Wróbel, Żak'),
  ],
  [
    words('Bram, Daan, Femke, Hugo, Jeroen, Lieke, Maaike, Niels, Sanne, Teun, Wouter'),
    words("de Boer, de Vries, Jansen, Smit, ten Broeke, van der Meer, van Dijk, Visser, 't Hart"),
  ],
  [
    words('Анна, Борис, Дмитро, Ірина, Марія, Олексій, Тарас'),
    words('Бондар, Гончар, Коваль, Левченко, Мельник, Шевчук'),
  ],
  [words('Αλέξης, Ελένη, Νίκος, Σοφία'), words('Βλάχος, Γεωργίου, Νικολάου, Οικονόμου')],
];
