// Cache tags: `KIND` and `KIND:KEY`, of what an answer was read from, and of what a change concerns.
import { getOrMake } from '../helpers/get-or-make.js';

/** Collects the tags of an answer while it is read. */
export type Tags = {
  /** Without a key, the answer depends on all of the kind. */
  add(kind: string, key?: string): void;
  all(): ReadonlySet<string>;
};

/** Number of keys of one kind from which the answer is said to depend on all of the kind. */
const KEYS_MAX = 500;

/** Kinds that are also reported under the key of another kind: without its key, the answer depends on all of them. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  club: ['battle'],
  player: ['battle', 'tournament'],
  tournament: ['battle', 'place'],
};

/** A change of many keys at once. */
export const MANY = '*';

export function createTags(): Tags {
  const kinds = new Set<string>();
  const keysByKind = new Map<string, Set<string>>();
  return {
    add(kind, key) {
      if (key === undefined) kinds.add(kind);
      else getOrMake(keysByKind, kind, () => new Set([MANY])).add(key);
    },
    all() {
      const tags = new Set(kinds);
      for (const [kind, keys] of keysByKind) {
        if (keys.size > KEYS_MAX) for (const each of [kind, ...(PARTS[kind] ?? [])]) tags.add(each);
        else for (const key of keys) tags.add(`${kind}:${key}`);
      }
      return tags;
    },
  };
}

/** Whether a change concerns what has these tags. */
export function concerns(changed: ReadonlySet<string> | null, tags: ReadonlySet<string>): boolean {
  if (changed === null) return true;
  const [fewer, more] = changed.size < tags.size ? [changed, tags] : [tags, changed];
  for (const tag of fewer) if (more.has(tag)) return true;
  return false;
}

export type TagIndex<Item> = {
  add(item: Item, tags: ReadonlySet<string>): void;
  delete(item: Item, tags: ReadonlySet<string>): void;
  /** All items that the change concerns. */
  concernedBy(changed: ReadonlySet<string>): Set<Item>;
};

export function createTagIndex<Item>(): TagIndex<Item> {
  const itemsByTag = new Map<string, Set<Item>>();
  return {
    add(item, tags) {
      for (const tag of tags) getOrMake(itemsByTag, tag, () => new Set()).add(item);
    },
    delete(item, tags) {
      for (const tag of tags) {
        const items = itemsByTag.get(tag);
        if (items?.delete(item) && items.size === 0) itemsByTag.delete(tag);
      }
    },
    concernedBy(changed) {
      const concerned = new Set<Item>();
      for (const tag of changed) for (const item of itemsByTag.get(tag) ?? []) concerned.add(item);
      return concerned;
    },
  };
}
