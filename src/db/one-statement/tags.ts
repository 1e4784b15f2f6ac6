// Which cache tags rows are read under. A rule for each model says it; rows of what is already tagged as a whole need none.
import type { Model } from './model.js';

/** Notes that an answer depends on all of a kind, or on the one with this key. */
export type Tag = (kind: string, key?: string) => void;

/** `F` are the columns of the model. */
export type TagRule<F extends string = string> = {
  kind: string;
  /** Column with the key; without it, any row concerns all of the kind. */
  key?: F;
  /**
   * The tags that concern its rows too: a kind, or with a colon the key of that kind. Unless given, those of its own
   * kind.
   */
  within?: readonly string[];
  /** Tag of a listing that is filtered or ordered by it, unless it is the kind. */
  any?: string;
};

/** A rule for each model that is read; null if whatever leads to its rows is tagged for them. */
export type TagRules = { readonly [M in Model]?: TagRule | null };

/** What the rows that are being planned are tagged with. */
export type Tagging = { rules: TagRules; tagged: ReadonlySet<string> };

export function tagRuleOf(rules: TagRules, model: Model): TagRule | null {
  const rule = rules[model];
  if (rule === undefined) throw new Error(`Nothing says by which tag an answer depends on ${model}`);
  return rule;
}

const isTagged = ({ kind, within = [kind] }: TagRule, tagged: ReadonlySet<string>) =>
  within.some((each) => tagged.has(each));

/** The rule of the model if its rows still need their tags, and what is tagged inside them. */
export function tagging(model: Model, { rules, tagged }: Tagging): { rule: TagRule | null; inside: Tagging } {
  const rule = tagRuleOf(rules, model);
  if (rule === null || isTagged(rule, tagged)) return { rule: null, inside: { rules, tagged } };
  return { rule, inside: { rules, tagged: withKey(rule) } };
}

/** Tags of a listing that is filtered or ordered by these rows. */
export function anyTagOf(rules: TagRules, model: Model): string[] {
  const rule = tagRuleOf(rules, model);
  return rule ? [rule.any ?? rule.kind] : [];
}

/** What is tagged where the tag of the rule is noted. */
export const withKey = ({ kind, key }: TagRule): ReadonlySet<string> =>
  new Set(key === undefined ? [kind] : [kind, `${kind}:`]);
