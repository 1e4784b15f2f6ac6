// The words by which organisers call columns and results, in five languages. Written without accents, in lower case.
import { getOrMake } from '../get-or-make.js';

const LANGUAGES = ['en', 'de', 'fr', 'pl', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
type Words = Record<Language, string>;

/** More than any word that is known, with room for what stands around it. */
const FOLDED_MAX = 200;

/** Letters and digits in lower case without accents, single spaces between. Of a long text, its beginning. */
export function fold(text: string): string {
  return text
    .slice(0, FOLDED_MAX)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();
}

const ROUND =
  '(?:rounds?|rd|r|runden?|rondes?|manche|tours?|tur[ay]|rund[ay]|rundzie|kolejk[ai]|rondas?|game|spiel|partie|gra|partida)';
const NUMBERED = [`^(.*?) ?\\b${ROUND} ?(\\d{1,2})\\b ?(.*)$`, `^(.*?) ?\\b(\\d{1,2}) ${ROUND}\\b ?(.*)$`].map(
  (pattern) => new RegExp(pattern),
);

/** Numbers of rounds in folded words, such as "runde 3" and "3 ronda", each with the words around it. */
export function roundsIn(words: string): { number: number; rest: string }[] {
  return NUMBERED.flatMap((pattern) => {
    const [, before = '', number, after = ''] = pattern.exec(words) ?? [];
    return number === undefined ? [] : [{ number: Number(number), rest: `${before} ${after}`.trim() }];
  });
}

/** Words for a player who has left for good. In place of a result against an opponent they say that the round was not played. */
export const QUIT_WORDS = {
  en: 'dropped, drop, dropped out, withdrawn, withdrew, retired, quit',
  de: 'ausgestiegen, ausgeschieden, zuruckgezogen, abgemeldet, abgereist, aufgegeben, aufgabe',
  fr: 'abandon, abandonne, a abandonne, retire, desistement',
  pl: 'wycofany, wycofana, wycofal sie, wycofala sie, rezygnacja, zrezygnowal, zrezygnowala',
  es: 'abandono, abandona, retirado, retirada, se retiro',
};

/** By field, each language's words separated by commas. */
const COLUMN_WORDS = {
  number: {
    en: '#, no, number, nr, id, entry, seed',
    de: 'nr, nummer, startnummer, start nr',
    fr: 'numero, no, n',
    pl: 'nr, numer, lp',
    es: 'numero, num, n',
  },
  playerId: {
    en: 'player id, playerid, public id, member id, membership number',
    de: 'spieler id, mitgliedsnummer',
    fr: 'id joueur, identifiant, numero de membre',
    pl: 'id gracza, numer czlonkowski',
    es: 'id jugador, numero de socio',
  },
  name: {
    en: 'name, player, player name, full name, participant',
    de: 'name, spieler, spielername, teilnehmer',
    fr: 'nom, joueur, nom du joueur, participant',
    pl: 'imie i nazwisko, gracz, nazwa, zawodnik, uczestnik',
    es: 'nombre, jugador, nombre del jugador, participante',
  },
  nickname: {
    en: 'nickname, nick, nick name, alias, handle, username, user name, login',
    de: 'spitzname, nickname, nick, benutzername',
    fr: 'pseudo, pseudonyme, surnom',
    pl: 'nick, pseudonim, ksywa, ksywka',
    es: 'apodo, alias, mote, usuario',
  },
  firstName: { en: 'first name, forename, given name', de: 'vorname', fr: 'prenom', pl: 'imie', es: 'nombre de pila' },
  lastName: {
    en: 'last name, surname, family name',
    de: 'nachname, familienname',
    fr: 'nom de famille',
    pl: 'nazwisko',
    es: 'apellido, apellidos',
  },
  club: {
    en: 'club, group name',
    de: 'verein, klub',
    fr: 'club, association',
    pl: 'klub',
    es: 'club, asociacion',
  },
  team: {
    en: 'team, team name',
    de: 'team, teamname, mannschaft',
    fr: 'equipe, nom de l equipe',
    pl: 'druzyna, nazwa druzyny',
    es: 'equipo, nombre del equipo',
  },
  faction: {
    en: 'faction, army, army faction, allegiance',
    de: 'fraktion, armee, volk',
    fr: 'faction, armee',
    pl: 'frakcja, armia',
    es: 'faccion, ejercito',
  },
  subFaction: {
    en: 'sub faction, subfaction, formation, battle formation, detachment',
    de: 'unterfraktion, schlachtformation, formation',
    fr: 'sous faction, formation',
    pl: 'podfrakcja, formacja',
    es: 'subfaccion, formacion',
  },
  list: {
    en: 'list, army list',
    de: 'liste, armeeliste',
    fr: 'liste, liste d armee',
    pl: 'lista, lista armii, rozpiska',
    es: 'lista, lista de ejercito',
  },
  dropped: { ...QUIT_WORDS, fr: `${QUIT_WORDS.fr}, forfait` },
  note: {
    en: 'note, notes, remark, remarks, comment, comments, status',
    de: 'bemerkung, bemerkungen, anmerkung, anmerkungen, kommentar, notiz, status',
    fr: 'note, notes, remarque, remarques, commentaire, commentaires, statut',
    pl: 'uwaga, uwagi, komentarz, status',
    es: 'nota, notas, observaciones, comentario, comentarios, estado',
  },
  place: {
    en: 'place, rank, placing, placement, position, pos, final place',
    de: 'platz, pl, rang, platzierung',
    fr: 'place, rang, classement',
    pl: 'miejsce, pozycja',
    es: 'puesto, posicion, clasificacion',
  },
  round: {
    en: 'round, rd, game',
    de: 'runde',
    fr: 'ronde, tour, manche',
    pl: 'runda, tura, kolejka',
    es: 'ronda',
  },
  table: { en: 'table, board', de: 'tisch', fr: 'table', pl: 'stol, stolik', es: 'mesa' },
  opponent: {
    en: 'opponent, opp, versus, vs, against',
    de: 'gegner',
    fr: 'adversaire, adv, contre',
    pl: 'przeciwnik, rywal',
    es: 'oponente, adversario, rival, contrincante',
  },
  result: {
    en: 'result, outcome, w d l, wdl, w l d',
    de: 'ergebnis, erg, resultat, ausgang',
    fr: 'resultat, issue',
    pl: 'wynik, rezultat',
    es: 'resultado',
  },
  winner: { en: 'winner', de: 'sieger, gewinner', fr: 'vainqueur, gagnant', pl: 'zwyciezca', es: 'ganador' },
  points: {
    en: 'points, pts, battle points, bp, score, tournament points, tp, game points',
    de: 'punkte, pkt, turnierpunkte, kampfpunkte',
    fr: 'points, pts, points de bataille, pb, score',
    pl: 'punkty, pkt, duze punkty, dp',
    es: 'puntos, pts, puntos de batalla',
  },
  opponentPoints: {
    en: 'opponent points, opp points, points against, opponent score, opp pts, opponent bp',
    de: 'gegnerpunkte, punkte gegner, gegenpunkte',
    fr: 'points adversaire, points adv',
    pl: 'punkty przeciwnika',
    es: 'puntos oponente, puntos rival, puntos del oponente',
  },
  victoryPoints: {
    en: 'vp, vps, victory points',
    de: 'siegpunkte, sp',
    fr: 'points de victoire, pv',
    pl: 'punkty zwyciestwa, male punkty, mp, pz',
    es: 'puntos de victoria, pv',
  },
  opponentVictoryPoints: {
    en: 'opponent vp, opp vp, vp against, opponent victory points, victory points against',
    de: 'gegner siegpunkte, siegpunkte gegner, sp gegner',
    fr: 'pv adversaire, points de victoire adversaire',
    pl: 'male punkty przeciwnika, mp przeciwnika',
    es: 'pv oponente, puntos de victoria oponente',
  },
  scenario: {
    en: 'scenario, battleplan, battle plan, mission',
    de: 'szenario, mission',
    fr: 'scenario, mission',
    pl: 'scenariusz, misja',
    es: 'escenario, mision',
  },
  date: { en: 'date, day', de: 'datum, tag', fr: 'date, jour', pl: 'data, dzien', es: 'fecha, dia' },
  // Sums that the service computes by itself.
  total: {
    en: 'total, sum, wins, draws, losses, total points, total vp, sos, difference, diff, record',
    de: 'gesamt, summe, siege, unentschieden, niederlagen, differenz',
    fr: 'total, somme, victoires, nuls, defaites, difference',
    pl: 'suma, razem, wygrane, remisy, przegrane, roznica',
    es: 'total, suma, victorias, empates, derrotas, diferencia',
  },
} satisfies Record<string, Words>;

export type Field = keyof typeof COLUMN_WORDS;

const EVENT_WORDS = {
  name: {
    en: 'name, event, event name, tournament, tournament name, title',
    de: 'name, turnier, turniername, veranstaltung',
    fr: 'nom, tournoi, nom du tournoi, evenement',
    pl: 'nazwa, turniej, nazwa turnieju',
    es: 'nombre, torneo, nombre del torneo, evento',
  },
  startDate: {
    en: 'start, start date, date, first day, from',
    de: 'beginn, start, datum, erster tag, von',
    fr: 'debut, date, date de debut, du',
    pl: 'poczatek, data, data rozpoczecia, od',
    es: 'inicio, fecha, fecha de inicio, desde',
  },
  endDate: {
    en: 'end, end date, last day, to',
    de: 'ende, letzter tag, bis',
    fr: 'fin, date de fin, au',
    pl: 'koniec, data zakonczenia, do',
    es: 'fin, fecha de fin, hasta',
  },
  city: {
    en: 'city, town, place',
    de: 'ort, stadt',
    fr: 'ville, lieu',
    pl: 'miasto, miejscowosc',
    es: 'ciudad, lugar',
  },
  country: { en: 'country', de: 'land', fr: 'pays', pl: 'kraj', es: 'pais' },
  battleSize: {
    en: 'battle size, army size, points limit, points, army points',
    de: 'armeegrosse, punktegrenze, punkte, armeepunkte',
    fr: 'taille de bataille, limite de points, points, format',
    pl: 'rozmiar bitwy, limit punktow, punkty',
    es: 'tamano de batalla, limite de puntos, puntos',
  },
  battlePack: {
    en: 'battle pack, battlepack, pack, season',
    de: 'schlachtpaket, saison',
    fr: 'pack de bataille, saison',
    pl: 'pakiet, sezon',
    es: 'paquete de batalla, temporada',
  },
  rounds: {
    en: 'rounds, number of rounds',
    de: 'runden, anzahl runden',
    fr: 'rondes, nombre de rondes',
    pl: 'rundy, liczba rund',
    es: 'rondas, numero de rondas',
  },
  description: { en: 'description', de: 'beschreibung', fr: 'description', pl: 'opis', es: 'descripcion' },
} satisfies Record<string, Words>;

export type EventField = keyof typeof EVENT_WORDS;

export type Known<Name extends string> = { field: Name; languages: Language[] };

function index<Name extends string>(words: Record<Name, Words>): Map<string, Known<Name>> {
  const known = new Map<string, Known<Name>>();
  for (const [field, byLanguage] of Object.entries(words) as [Name, Words][]) {
    for (const language of LANGUAGES) {
      for (const word of byLanguage[language].split(', ')) {
        // The first field that has a word keeps it.
        const before = getOrMake(known, word, () => ({ field, languages: [] }));
        if (before.field === field) before.languages.push(language);
      }
    }
  }
  return known;
}

/** In which most of these words are known. */
export function languageOf(words: readonly Pick<Known<string>, 'languages'>[]): Language {
  const count = (language: Language) => words.filter(({ languages }) => languages.includes(language)).length;
  return LANGUAGES.reduce((best, each) => (count(each) > count(best) ? each : best));
}

export const columnWords = index<Field>(COLUMN_WORDS);
export const eventWords = index<EventField>(EVENT_WORDS);
