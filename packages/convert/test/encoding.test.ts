// Files that are not in Unicode, as older spreadsheet programs save them.
import { describe, expect, test } from 'vitest';
import { readAliases } from '../src/aliases.js';
import { convert } from '../src/convert.js';
import type { SourceFile } from '../src/converter.js';
import { naf } from '../src/naf/naf.js';
import { newRecruit } from '../src/new-recruit/new-recruit.js';
import { reportText } from '../src/report.js';
import { spreadsheet } from '../src/spreadsheet/spreadsheet.js';
import { trf } from '../src/trf/trf.js';
import { inCodePage } from './support/code-page.js';
import { asked, convertOne, file, problemsOf } from './support/convert.js';

const named = { stated: { name: 'Open', startDate: '2026-10-17' } };
const namesIn = (source: SourceFile) =>
  convertOne(spreadsheet, [source], named).tournament.participants?.map(({ name }) => name);
const guessedOf = (source: SourceFile) =>
  convertOne(spreadsheet, [source], named).tournament.provenance?.guessed.filter((each) => each.includes('encoding'));

describe('a sheet of names without Unicode is read as it was written', () => {
  const POLISH =
    'Łukasz Wiśniewski, Michał Dąbrowski, Żaneta Różańska, Świerczewski, Grażyna Ćwiklińska, Jóźwiak, Zieliński, ' +
    'Maćkowiak, Kość, Paweł Wójcik, Wałęsa, Źródłowski, GRZEGORZ BRZĘCZYSZCZYKIEWICZ ŻÓŁĆ, Poznań, Jaś, Kuśmierczyk';
  const CZECH = 'Dvořák, Jiří Kučera, Nováček, Tomáš Kříž, Čapek, Ďurica Přikryl';
  const HUNGARIAN =
    'Erdős, Szűcs, Gergő, Petőfi, Gyűrűs, Dezső, Kőszegi, Erdő, HEGEDŰS ERNŐ, Bősz Máté, Szabó Műhely, Őze';
  const WESTERN =
    'Jörg Weiß, Jürgen Groß, François Lefèvre, Loïc Dupré, Anaïs Noël, Hélène Bœuf, Irène Père, Benoît Châtelet, ' +
    'Íñigo Núñez, Begoña Peña, Muñoz Ibáñez, Søren Kjær, Håkon Ødegård, Åse Næss, João Simões, Zoë, Gaël Cœur, ÑÍGUEZ, ' +
    'Coûteau, Goût Brûlé, Lemûr, Dufû, LEÕES, Camões, Guimarães';
  test.each<['windows-1250' | 'windows-1252', string]>([
    ...[POLISH, CZECH, HUNGARIAN]
      .flatMap((names) => names.split(', '))
      .map((name): ['windows-1250', string] => ['windows-1250', name]),
    ...WESTERN.split(', ').map((name): ['windows-1252', string] => ['windows-1252', name]),
  ])('%s: %s', (page, name) => {
    expect(namesIn(file('open.csv', inCodePage(page, `Name;Club\n${name};\n`)))).toStrictEqual([name]);
  });

  test('signs beside figures are no letters', () => {
    const text = 'Name;Club;Startgeld\nJörg;Ligue n° 1ª;£20\nAnn;¡Olé! ¿Qué?;¥ 5 m³\n';
    expect(guessedOf(file('open.csv', inCodePage('windows-1252', text)))).toStrictEqual(['the encoding, Windows-1252']);
  });

  test('a letter that both pages have in the same place between the same letters follows the words', () => {
    expect(namesIn(file('a.csv', inCodePage('windows-1250', 'Gracz;Klub\nJan Dębski;\n')))).toStrictEqual([
      'Jan Dębski',
    ]);
    expect(namesIn(file('a.csv', inCodePage('windows-1252', 'Joueur;Club\nJean Prêtre;\n')))).toStrictEqual([
      'Jean Prêtre',
    ]);
  });
});

describe('an encoding that is guessed', () => {
  const polish = (rest: Partial<SourceFile> = {}) => ({
    ...file('gracze.csv', inCodePage('windows-1250', 'Gracz;Klub\nŁukasz Wiśniewski;\nOla;\n')),
    ...rest,
  });

  test('is said, with a name that shows whether it is right, and stored without the name', () => {
    expect(reportText(convert(spreadsheet, [polish()], asked(named)))).toContain(
      '  guessed: the encoding, Windows-1250 (gracze.csv: Łukasz Wiśniewski; if that is not right, add --encoding windows-1252)',
    );
    expect(guessedOf(polish())).toStrictEqual(['the encoding, Windows-1250']);
  });

  test('is said of letters that both pages have, too, and not of Unicode', () => {
    const german = file('a.csv', inCodePage('windows-1252', 'Spieler;Verein\nJörg Weiß;\n'));
    expect(reportText(convert(spreadsheet, [german], asked(named)))).toContain(
      '  guessed: the encoding, Windows-1252 (a.csv: Jörg Weiß)',
    );
    expect(guessedOf(file('a.csv', 'Gracz;Klub\nŁukasz;\n'))).toStrictEqual([]);
  });

  test.each<['windows-1250' | 'iso-8859-2', string]>([
    ['windows-1250', 'Łukasz Wiśniewski'],
    ['iso-8859-2', 'Łukasz Wiśniewski'],
  ])('can be said by a person instead: %s', (encoding, name) => {
    const source = { ...file('a.csv', inCodePage(encoding, `Gracz;Klub\n${name};\n`)), encoding };
    expect([namesIn(source), guessedOf(source)]).toStrictEqual([[name], []]);
    // Unicode shows itself.
    expect(namesIn({ ...file('a.csv', `Gracz;Klub\n${name};\n`), encoding })).toStrictEqual([name]);
  });

  test('is said of a tournament report of chess', () => {
    const line = '001    1      Wiśniewski, Łukasz';
    const report = file('a.trf', inCodePage('windows-1250', `012 Open\n042 2026/10/17\n${line}\n`));
    const { tournament } = convertOne(trf, [report]);
    expect(tournament.participants?.[0]?.name).toBe('Wiśniewski, Łukasz');
    expect(tournament.provenance?.guessed).toContain('the encoding, Windows-1250');
  });
});

describe('a format that is in Unicode, or names its encoding,', () => {
  const NOT_UNICODE = 'is not in UTF-8: save it so, or say what it is in with --encoding, as in windows-1250';
  const report = (head: string) =>
    `${head}<nafReport><organiser>x</organiser><coaches><coach><name>Łukasz</name><number>7</number><team>Orc</team></coach></coaches></nafReport>`;
  const declared = '<?xml version="1.0" encoding="ISO-8859-2"?>';

  test('is read as it says', () => {
    const { records } = convertOne(naf, [file('a.xml', inCodePage('iso-8859-2', report(declared)))], named);
    expect(records).toContainEqual({ type: 'player', id: 'naf:7', name: 'Łukasz', removed: false });
  });

  test('is refused if it is not, unless a person says what it is in', () => {
    const xml = file('a.xml', inCodePage('windows-1250', report('')));
    expect(problemsOf(naf, [xml], named)).toStrictEqual([`a.xml: line 1: ${NOT_UNICODE}`]);
    expect(convertOne(naf, [{ ...xml, encoding: 'windows-1250' }], named).records).toContainEqual(
      expect.objectContaining({ name: 'Łukasz' }),
    );
    expect(problemsOf(newRecruit, [file('a.json', inCodePage('windows-1250', '{"name":"Łódź"}'))])).toStrictEqual([
      `a.json: ${NOT_UNICODE}`,
    ]);
    const aliases = file('a.csv', inCodePage('windows-1250', 'source,id,playerId\nspreadsheet,Łukasz,nr:1\n'));
    expect(readAliases(aliases).problems).toStrictEqual([{ file: 'a.csv', at: '', message: NOT_UNICODE }]);
  });
});
