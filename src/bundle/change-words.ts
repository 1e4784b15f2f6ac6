// The changes of an import in words, for the operator.

import { type RecordType, recordSchemas } from '@battle-results/bundle-format/record';
import type { Example, ImportChange } from './changes.js';
import type { Part } from './fields.js';
import type { ImportReport } from './import.js';

/** One line for each kind of change, those of records that change below their number; unchanged records come last. */
export function importText({ dryRun, demoRemoved, changes }: ImportReport): string {
  const done = changes.filter(({ change }) => change !== 'unchanged');
  const same = changes.filter(({ change }) => change === 'unchanged');
  const lines = (Object.keys(recordSchemas) as RecordType[]).flatMap((noun) =>
    done.filter((each) => each.noun === noun).map(lineOf),
  );
  const kept = same.map(({ noun, count }) => counted(count, noun)).join(', ');
  return [
    ...(demoRemoved ? [`The demo world and its key ${dryRun ? 'would be' : 'are'} removed.`] : []),
    done.length > 0
      ? `${dryRun ? 'Would change' : 'Changed'}:`
      : `${dryRun ? 'Nothing would change' : 'Nothing changed'}.`,
    ...lines,
    ...(kept === '' ? [] : [`Unchanged: ${kept}.`]),
    ...(dryRun ? ['Nothing was written.'] : []),
  ].join('\n');
}

function lineOf(change: ImportChange): string {
  const { examples, count } = change;
  const rest = count - examples.length;
  const named = [...examples.map(exampleText), ...(rest > 0 ? [`and ${number(rest)} more`] : [])];
  const isWhole = change.part === null && change.field === null;
  return `${isWhole ? '  ' : '    '}${wordsOf(change)}${examples.length > 0 ? `: ${named.join('; ')}` : ''}`;
}

const exampleText = ({ name, was }: Example) => (was === undefined ? name : `${was} is now ${name}`);

function wordsOf({ noun, part, change, field, count }: ImportChange): string {
  if (part === null && field === null) {
    return change === 'new' ? counted(count, noun, 'new ') : `${counted(count, noun)} ${change}`;
  }
  const own = SAID[`${part ?? noun} ${change} ${field}`];
  const said =
    own === undefined ? `with ${fieldWords(field ?? '')} ${change}` : count === 1 ? own[0] : (own[1] ?? own[0]);
  if (part === null || part === 'side') return `${number(count)} ${said}`;
  return `${counted(count, part)} ${field === null ? change : said}`;
}

const number = (value: number) => value.toLocaleString('en');

function counted(count: number, noun: RecordType | Part, kind = ''): string {
  const [one, many = `${one}s`] = NOUNS[noun];
  return `${number(count)} ${kind}${count === 1 ? one : many}`;
}

const NOUNS: Record<RecordType | Part, [one: string, many?: string]> = {
  club: ['club'],
  player: ['player'],
  battlePack: ['battle pack'],
  faction: ['faction'],
  tournament: ['tournament'],
  battle: ['battle'],
  organizer: ['organiser'],
  stage: ['stage'],
  team: ['team'],
  participant: ['participant'],
  match: ['bracket match', 'bracket matches'],
  side: ['side'],
};

/** Where "with … changed" would not say it; the second form is for several. */
const SAID: Record<string, [one: string, many?: string]> = {
  'club changed name': ['renamed'],
  'player changed name': ['renamed'],
  'player added removed': ['removed'],
  'player emptied removed': ['restored'],
  'faction changed name': ['renamed'],
  'tournament changed name': ['renamed'],
  'tournament added published': ['published'],
  'tournament emptied published': ['unpublished'],
  'tournament changed days': ['moved to other days'],
  'tournament added listsFrom': ['with army lists hidden until later'],
  'tournament changed listsFrom': ['with army lists shown at another time'],
  'tournament emptied listsFrom': ['with army lists shown'],
  'participant changed name': ['renamed'],
  'participant changed playerId': ['now another player'],
  'participant added playerId': ['now known as a player', 'now known as players'],
  'participant emptied playerId': ['no longer known as a player', 'no longer known as players'],
  'participant added dropped': ['dropped out'],
  'participant emptied dropped': ['back in'],
  'stage changed name': ['renamed'],
  'stage changed order': ['in another place'],
  'battle added date': ['dated'],
  'battle changed date': ['moved to another day'],
  'battle changed place': ['moved to another round, stage or tournament'],
  'battle added archived': ['archived'],
  'battle emptied archived': ['no longer archived'],
  'side changed player': ['with another player'],
  'side added result': ['result entered', 'results entered'],
  'side changed result': ['result corrected', 'results corrected'],
  'side emptied result': ['result taken back', 'results taken back'],
};

const FIELDS: Record<string, string> = {
  list: 'army list',
  rounds: 'rounds',
  unplayed: 'unplayed rounds',
  scoresObjectives: 'objectives',
  usesBattleTactics: 'battle tactics',
  usesGrandStrategies: 'grand strategies',
};

/** "list.subFaction" is "army list's sub faction". */
function fieldWords(field: string): string {
  const [of = '', within] = field.split('.');
  if (within !== undefined) return `${fieldWords(within)} of the ${fieldWords(of)}`;
  return FIELDS[of] ?? of.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
