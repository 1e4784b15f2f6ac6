import type { ArmyList } from '@battle-results/army-list';
import { readArmyListText } from '@battle-results/army-list';
import type { Context } from '../builder/context.js';

/** How many characters take as long to read as an object. */
const CHARACTERS = 200;

const read = new WeakMap<object, ArmyList | null>();

/** Reads the text of a list once, however often an operation selects it. */
export async function readContents(list: { text: string }, context: Context): Promise<ArmyList | null> {
  const known = read.get(list);
  if (known !== undefined) return known;
  const contents = readArmyListText(list.text);
  read.set(list, contents);
  const parts = contents?.units.reduce((sum, { options }) => sum + 1 + options.length, contents.picks.length) ?? 0;
  context.count(Math.ceil(list.text.length / CHARACTERS) + parts);
  await context.giveWay();
  return contents;
}
