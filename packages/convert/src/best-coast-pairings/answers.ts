// Sorts what was saved from Best Coast Pairings: events, players, pairings and lists, in any of their envelopes.
import type { FileProblem, SourceFile } from '../converter.js';
import { isObject, type JsonObject, objectOf, objectsIn, parseJson, textOf } from '../read/json.js';
import { readOrSay, UnreadableError } from '../read/unreadable.js';

type Item = { item: JsonObject; file: SourceFile };

export type Answers = {
  events: Map<string, Item>;
  players: Item[];
  pairings: Item[];
  lists: Item[];
  /** Players and pairings that the organiser took out. */
  deleted: number;
};

export function sortAnswers(files: SourceFile[], problems: FileProblem[]): Answers {
  const answers: Answers = { events: new Map(), players: [], pairings: [], lists: [], deleted: 0 };
  for (const file of files) readOrSay(file.name, problems, () => sortFile(answers, file));
  return answers;
}

function sortFile(answers: Answers, file: SourceFile): void {
  const value = parseJson(file);
  const { items, deleted } = unwrapped(value);
  answers.deleted += deleted;
  const unknown = items.filter((item) => !put(answers, item, file));
  if (unknown.length === items.length && (items.length > 0 || !isEnvelope(value))) throw new UnreadableError(UNKNOWN);
}

const UNKNOWN = 'is nothing that Best Coast Pairings answers: neither an event, nor players, pairings or a list';

/** `{ active, deleted }`, `{ data }`, a bare array, an array as an object with numbers for keys, or one thing alone. */
function unwrapped(value: unknown): { items: JsonObject[]; deleted: number } {
  if (Array.isArray(value)) return { items: objectsIn(value), deleted: 0 };
  if (!isObject(value)) return { items: [], deleted: 0 };
  if (Array.isArray(value.active)) return { items: objectsIn(value.active), deleted: objectsIn(value.deleted).length };
  if (Array.isArray(value.data)) return { items: objectsIn(value.data), deleted: 0 };
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) {
    return { items: objectsIn(Object.values(value)), deleted: 0 };
  }
  return { items: [value], deleted: 0 };
}

const isEnvelope = (value: unknown) =>
  Array.isArray(value) || (isObject(value) && (Array.isArray(value.active) || Array.isArray(value.data)));

function put({ events, players, pairings, lists }: Answers, item: JsonObject, file: SourceFile): boolean {
  const id = idOf(item);
  if ('player1' in item || 'player1Id' in item || 'pairingType' in item) pairings.push({ item, file });
  else if ('armyListText' in item || 'armyListHTML' in item) lists.push({ item, file });
  else if (objectOf(item, 'user') || 'userId' in item || 'firstName' in item) players.push({ item, file });
  else if (id !== null && textOf(item, 'name') !== null && EVENT_KEYS.some((key) => key in item)) {
    events.set(id, { item, file });
  } else return false;
  return true;
}

/** Of the flat form, and of the one in parts. */
const EVENT_KEYS = ['eventDate', 'numberOfRounds', 'dates', 'status', 'playerCounts', 'totalPlayers'];

export const idOf = (item: JsonObject | null) => textOf(item, 'id', 'objectId', '_id');
