// Which cache tags rows are read under. A rule for each model says it; rows of what is already tagged as a whole need none.
import type { Model } from './model.js';

/** Notes that an answer depends on all of a kind, or on the one with this key. */
export type Tag = (kind: string, key?: string) => void;

/** `F` are the columns of the model. */
export type TagRule<F extends string = string> = {
  kind: string;
  /** Column with the key; without it, any row concerns all of the kind. */
  key?: F;
  /** The tags that stand for its rows too: a kind, or with a colon the key of that kind. By default its own of both. */
  within?: readonly string[];
  /** Wholes, with a colon, that its rows belong to, although their keys do not stand for them. */
  of?: readonly string[];
  /** Tag of a listing that is filtered or ordered by it, unless it is the kind. */
  any?: string;
  /**
   * True if much more is reported under its key than its own row, of which the kind tells: then an answer depends on all
   * of the kind where a relation leads to a row.
   */
  isWhole?: boolean;
};

/** A rule for each model that is read; null if whatever leads to its rows is tagged for them. */
export type TagRules = { readonly [M in Model]?: TagRule | null };

type Needed = { kind: string; key?: string | undefined };

/** What the rows that are being planned are tagged with. */
export type Tagging = { rules: TagRules; tagged: ReadonlySet<string> };

export function tagRuleOf(rules: TagRules, model: Model): TagRule | null {
  const rule = rules[model];
  if (rule === undefined) throw new Error(`Nothing says by which tag an answer depends on ${model}`);
  return rule;
}

/** The tag that rows of the model still need, and what is tagged inside them. */
export function tagging(
  model: Model,
  { rules, tagged }: Tagging,
  isRelated: boolean,
): { tag: Needed | null; inside: Tagging } {
  const rule = tagRuleOf(rules, model);
  if (rule === null) return { tag: null, inside: { rules, tagged } };
  const { kind, within = [kind, `${kind}:`], of = [] } = rule;
  if (within.some((each) => tagged.has(each))) {
    // The key of a whole that led here says nothing of what is no part of it.
    const own = [...tagged].filter((each) => !each.endsWith(':') || within.includes(each) || of.includes(each));
    return { tag: null, inside: { rules, tagged: new Set(own) } };
  }
  const tag = { kind: rule.kind, key: isRelated && rule.isWhole ? undefined : rule.key };
  return { tag, inside: { rules, tagged: taggedBy(tag) } };
}

/** Tags of a listing that is filtered or ordered by these rows. */
export function anyTagOf(rules: TagRules, model: Model): string[] {
  const rule = tagRuleOf(rules, model);
  return rule ? [rule.any ?? rule.kind] : [];
}

/** What is tagged where this tag is noted. */
export const taggedBy = ({ kind, key }: Needed): ReadonlySet<string> =>
  new Set([key === undefined ? kind : `${kind}:`]);
