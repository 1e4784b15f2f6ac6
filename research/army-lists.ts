// npx tsx research/army-lists.ts CORPUS [CATALOGUES]: measures the readers of army lists on real ones. CORPUS is a checkout
// of daviseford/aos-reminders, which has 357 lists of tournaments as text, 29 rosters in three writings, and 62 lists for tests;
// CATALOGUES one of BSData/age-of-sigmar-4th, whose names of units and picks judge the names that were read.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ArmyList, pointsRead, readArmyListText } from '@battle-results/army-list';
import { readArmyRoster, readXml, writeList, type XmlElement } from '@battle-results/convert';

type Manifest = { lists: { id: string; declaredFaction: string; selections: number; unresolvedLabels: number }[] };

const [corpus, catalogues] = process.argv.slice(2);
if (!corpus) throw new Error('Give the checkout of daviseford/aos-reminders');
const imports = join(corpus, 'src/tests/fixtures/aos4/import');
const known = catalogues ? readNames(catalogues) : null;

const manifest: Manifest = JSON.parse(readFileSync(join(imports, 'tournament/manifest.json'), 'utf8'));
const sums = { read: 0, faction: 0, points: 0, sameNumber: 0, whole: 0, complete: 0, lines: 0, unread: 0 };
const selections = { read: 0, known: 0, theirs: 0, theirsKnown: 0 };
const unknown = new Map<string, number>();
const remarks: string[] = [];
for (const { id, declaredFaction, selections: theirs, unresolvedLabels } of manifest.lists) {
  const text = readFileSync(join(imports, 'tournament/lists', id, 'list.txt'), 'utf8');
  const list = readArmyListText(text);
  selections.theirs += theirs;
  selections.theirsKnown += theirs - unresolvedLabels;
  sums.lines += text.split('\n').filter((line) => line.trim() !== '').length;
  if (!list) continue;
  sums.read++;
  if (list.faction === declaredFaction) sums.faction++;
  else remarks.push(`${id}: faction ${list.faction}, not ${declaredFaction}`);
  if (pointsRead(list) === list.points) sums.points++;
  else remarks.push(`${id}: ${pointsRead(list)} points read, ${list.points} stated`);
  const names = namesOf(list);
  // Their reader leaves cards out.
  const counted = names.length - list.battleTacticCards.length;
  if (counted === theirs) sums.sameNumber++;
  else remarks.push(`${id}: ${counted} selections without cards, theirs ${theirs}`);
  selections.read += names.length;
  sums.unread += list.unread.length;
  for (const { line, text: unread } of list.unread) remarks.push(`${id}: line ${line} unread: ${unread}`);
  if (list.unread.length === 0 && list.faction === declaredFaction && pointsRead(list) === list.points) sums.whole++;
  const missing = known ? names.filter((name) => !known.has(plain(name))) : [];
  selections.known += names.length - missing.length;
  if (missing.length === 0) sums.complete++;
  for (const name of missing) unknown.set(name, (unknown.get(name) ?? 0) + 1);
}
const count = manifest.lists.length;
const share = (part: number, of: number) => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;
console.log(`lists recognised: ${share(sums.read, count)}`);
console.log(`faction as recorded: ${share(sums.faction, count)}`);
console.log(`points of what was read are those stated: ${share(sums.points, count)}`);
console.log(`as many selections, without cards, as recorded: ${share(sums.sameNumber, count)}`);
console.log(`nothing unread, faction and points right: ${share(sums.whole, count)}`);
console.log(`lines unread: ${share(sums.unread, sums.lines)}`);
console.log(`selections: ${selections.read} read, ${selections.theirs} recorded`);
console.log(`names known to their catalogue, by their reader: ${share(selections.theirsKnown, selections.theirs)}`);
if (known) {
  console.log(`names known to the catalogues of BSData, by ours: ${share(selections.known, selections.read)}`);
  console.log(`lists with all names known: ${share(sums.complete, count)}`);
}
measureRosters();
for (const folder of ['official-app', 'sigdex', 'listbot']) measureOthers(folder);
if (process.env.REMARKS) {
  for (const remark of remarks) console.log(remark);
  for (const [name, times] of [...unknown].sort((a, b) => b[1] - a[1])) console.log(`unknown ${times} ${name}`);
}

/** What the corpus counts: formation, lores, cards, units and enhancements; a pick that begins with a number is a weapon. */
function namesOf(list: ArmyList): string[] {
  const options = list.units.flatMap((unit) => unit.options.filter((option) => !option.weapon));
  return [
    ...(list.formation ? [list.formation.name] : []),
    ...list.picks.map(({ name }) => name),
    ...list.battleTacticCards,
    ...list.units.map(({ name }) => name),
    ...options.map(({ name }) => name),
  ];
}

/** Lists that were made for tests of their reader: complete ones, of every army, with what is rare. */
function measureOthers(program: string): void {
  const folder = join(imports, program);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.txt'));
  const found = { read: 0, points: 0, lines: 0, unread: 0, expected: 0, faction: 0, sameNumber: 0 };
  for (const path of paths.sort()) {
    const text = readFileSync(join(folder, path), 'utf8');
    found.lines += text.split('\n').filter((line) => line.trim() !== '').length;
    const expected = readExpected(join(folder, path, '../expected.json'));
    if (expected) found.expected++;
    const list = readArmyListText(text);
    if (!list) {
      remarks.push(`${program}/${path}: not recognised`);
      continue;
    }
    found.read++;
    found.unread += list.unread.length;
    if (pointsRead(list) === list.points) found.points++;
    else remarks.push(`${program}/${path}: ${pointsRead(list)} points read, ${list.points} stated`);
    for (const { line, text: unread } of list.unread)
      remarks.push(`${program}/${path}: line ${line} unread: ${unread}`);
    if (!expected) continue;
    const counted = namesOf(list).length - list.battleTacticCards.length;
    if (list.faction === expected.declaredFaction) found.faction++;
    else remarks.push(`${program}/${path}: faction ${list.faction}, not ${expected.declaredFaction}`);
    if (counted === expected.selections.length) found.sameNumber++;
    else remarks.push(`${program}/${path}: ${counted} selections, theirs ${expected.selections.length}`);
  }
  console.log(
    `${program}: recognised ${share(found.read, paths.length)}, points right: ${share(found.points, paths.length)}, ` +
      `lines unread: ${share(found.unread, found.lines)}, of ${found.expected} with a record: ` +
      `faction ${found.faction}, as many selections ${found.sameNumber}`,
  );
}

function readExpected(path: string): { declaredFaction: string; selections: unknown[] } | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function measureRosters(): void {
  const folder = join(imports, 'new-recruit/lists');
  let same = 0;
  let points = 0;
  let kept = 0;
  const ids = readdirSync(folder);
  for (const id of ids) {
    const [xml, zip, json] = ['ros', 'rosz', 'json'].map((ending) =>
      readArmyRoster({ bytes: readFileSync(join(folder, id, `list.${ending}`)) }),
    );
    if (!xml) continue;
    if (JSON.stringify(xml) === JSON.stringify(zip) && JSON.stringify(xml) === JSON.stringify(json)) same++;
    if (pointsRead(xml) === xml.points) points++;
    else remarks.push(`${id}: ${pointsRead(xml)} points read, ${xml.points} stated`);
    if (isDeepStrictEqual(readArmyListText(writeList(xml)), underHeadings(xml))) kept++;
    else remarks.push(`${id}: the text that is kept of it says something else`);
  }
  console.log(
    `rosters alike in three writings: ${share(same, ids.length)}, points right: ${share(points, ids.length)}, ` +
      `the same in the text that is kept: ${share(kept, ids.length)}`,
  );
}

/** What stands outside of regiments and of any other force gets a heading in a text. */
function underHeadings(list: ArmyList): ArmyList {
  return { ...list, units: list.units.map((unit) => ({ ...unit, section: unit.section ?? 'Regiments' })) };
}

function readNames(folder: string): Set<string> {
  const names = new Set<string>();
  for (const file of readdirSync(folder).filter((name) => /\.(?:cat|gst)$/.test(name))) {
    collectNames(readXml({ bytes: readFileSync(join(folder, file)) }), names);
  }
  return names;
}

function collectNames(element: XmlElement, names: Set<string>): void {
  const name = element.attributes.name;
  if (name && /^(?:selectionEntry|selectionEntryGroup|entryLink|catalogue)$/.test(element.name)) {
    names.add(plain(name)).add(plain(name.replace(/^[^:]*: ?/, '')));
  }
  for (const child of element.children) collectNames(child, names);
}

/** Names without case, apostrophes, marks of a season and numbers of models, which every program writes in its own way. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/scourge of (?:ghyran|aqshy)|\[sog\]|\(\d+ models?\)/g, '')
    .replace(/[^a-z0-9]/g, '');
}
