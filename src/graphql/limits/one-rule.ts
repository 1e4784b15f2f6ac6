// All rules of validation as one rule. To visit in parallel, graphql looks for a handler of every rule at every kind of node,
// anew for each document, and then asks every rule at every node: that takes longer than the rules themselves.
import { type ASTNode, type ASTVisitor, BREAK, getEnterLeaveForKind, Kind, type ValidationRule } from 'graphql';
import { getOrMake } from '../../helpers/get-or-make.js';

type Visit = (...at: unknown[]) => unknown;
/** `skips` is the node whose inside the rule does not visit; BREAK if it visits nothing more. */
type Rule = { visitor: ASTVisitor; skips: ASTNode | typeof BREAK | null };
const KINDS = Object.values(Kind);
/** What a rule does at nodes of a kind. */
type Handler = { rule: Rule; enter: Visit | undefined; leave: Visit | undefined };

export const oneRule =
  (rules: readonly ValidationRule[]): ValidationRule =>
  (context) => {
    const handlers = new Map<string, Handler[]>();
    for (const make of rules) {
      const rule: Rule = { visitor: make(context), skips: null };
      const isOfAnyKind = 'enter' in rule.visitor || 'leave' in rule.visitor;
      for (const kind of isOfAnyKind ? KINDS : Object.keys(rule.visitor)) {
        const handler = { rule, ...getEnterLeaveForKind(rule.visitor, kind as Kind) } as Handler;
        getOrMake(handlers, kind, () => []).push(handler);
      }
    }
    const visitor: Record<string, Omit<Handler, 'rule'>> = {};
    for (const [kind, ofKind] of handlers) visitor[kind] = together(ofKind);
    return visitor;
  };

function together(handlers: readonly Handler[]): Omit<Handler, 'rule'> {
  return {
    enter(node, key, parent, path, ancestors): void {
      for (const { rule, enter } of handlers) {
        if (rule.skips !== null || !enter) continue;
        const wanted = enter.call(rule.visitor, node, key, parent, path, ancestors);
        if (wanted === false) rule.skips = node as ASTNode;
        else if (wanted === BREAK) rule.skips = BREAK;
      }
    },
    leave(node, key, parent, path, ancestors): void {
      for (const { rule, leave } of handlers) {
        if (rule.skips === node) rule.skips = null;
        else if (rule.skips === null && leave?.call(rule.visitor, node, key, parent, path, ancestors) === BREAK)
          rule.skips = BREAK;
      }
    },
  };
}
