import ts from 'typescript';

/** How the code of a symbol is changed. Names and texts must occur once in it, so that a mutation never breaks another rule. */
export type Change =
  | { by: 'is'; text: string }
  | { by: 'turns'; from: string; text: string }
  | { by: 'lacks' | 'skips' | 'always' | 'never'; name: string };

/** The value is another one; of a function, what it returns. */
export const is = (text: string): Change => ({ by: 'is', text });
/** A token is another one; in a text with placeholders, such as SQL, a part of it. */
export const turns = (from: string, text: string): Change => ({ by: 'turns', from, text });
/** The statement, operand, property or element in which the name occurs is left out. */
export const lacks = (name: string): Change => ({ by: 'lacks', name });
/** The method of this name is not called on what it is called on. */
export const skips = (name: string): Change => ({ by: 'skips', name });
/** The condition in which the name occurs holds. */
export const always = (name: string): Change => ({ by: 'always', name });
/** The condition in which the name occurs does not hold. */
export const never = (name: string): Change => ({ by: 'never', name });

/** A part of a file, and the text in its place. */
export type Edit = { start: number; end: number; by: string };

/** Wherever it applies. */
export function editsOf(value: ts.Node, change: Change): Edit[] {
  if (change.by === 'is') {
    const body = returned(value);
    return [inPlaceOf(body, ts.isBlock(body) ? `{ return ${change.text}; }` : change.text)];
  }
  if (change.by === 'turns') return turned(value, change);
  const edits = named(value, change.name).flatMap((leaf) => changed(leaf, value, change) ?? []);
  return [...new Map(edits.map((edit) => [edit.start, edit])).values()];
}

/** Every place of a text in another, which begins at `start`. */
export function textEdits(whole: string, start: number, from: string, by: string): Edit[] {
  const parts = whole.split(from);
  return parts.slice(1).map((_, nth) => {
    const at = start + parts.slice(0, nth + 1).join(from).length;
    return { start: at, end: at + from.length, by };
  });
}

const inPlaceOf = (node: ts.Node, by: string): Edit => ({ start: node.getStart(), end: node.getEnd(), by });

const returned = (value: ts.Node): ts.Node =>
  ts.isFunctionLike(value) && 'body' in value && value.body ? (value.body as ts.Node) : value;

function leavesOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children.length > 0 ? children.flatMap(leavesOf) : [node];
}

const named = (value: ts.Node, name: string) =>
  leavesOf(value).filter((leaf) => leaf.getText() === name && !ts.isBindingElement(leaf.parent));

function turned(value: ts.Node, { from, text }: { from: string; text: string }): Edit[] {
  return leavesOf(value).flatMap((leaf) => {
    if (leaf.getText() === from) return [inPlaceOf(leaf, text)];
    if (!ts.isTemplateLiteralToken(leaf)) return [];
    return textEdits(leaf.getText(), leaf.getStart(), from, text);
  });
}

/** Goes up from the name to the nearest part that the change is about. */
function changed(leaf: ts.Node, value: ts.Node, { by }: Change): Edit | null {
  for (let node = leaf; node !== value; node = node.parent) {
    const { parent } = node;
    const edit =
      by === 'lacks'
        ? leftOut(node, parent)
        : by === 'skips'
          ? skipped(node, parent)
          : decided(node, parent, by === 'always');
    if (edit) return edit;
  }
  return null;
}

const DROPPED_FROM = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
];

function leftOut(node: ts.Node, parent: ts.Node): Edit | null {
  if (ts.isStatement(node) && !ts.isBlock(node)) return inPlaceOf(node, ';');
  if (ts.isObjectLiteralExpression(parent) || ts.isArrayLiteralExpression(parent)) {
    // The comma goes with it.
    const after = /^\s*,/.exec(node.getSourceFile().text.slice(node.getEnd()))?.[0].length ?? 0;
    return { start: node.getStart(), end: node.getEnd() + after, by: '' };
  }
  if (
    ts.isBinaryExpression(parent) &&
    DROPPED_FROM.includes(parent.operatorToken.kind) &&
    node !== parent.operatorToken
  ) {
    return inPlaceOf(parent, (node === parent.left ? parent.right : parent.left).getText());
  }
  return null;
}

function skipped(node: ts.Node, parent: ts.Node): Edit | null {
  if (!ts.isPropertyAccessExpression(parent) || parent.name !== node || !ts.isCallExpression(parent.parent))
    return null;
  return inPlaceOf(parent.parent, parent.expression.getText());
}

function decided(node: ts.Node, parent: ts.Node, holds: boolean): Edit | null {
  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  return isCondition ? inPlaceOf(node, String(holds)) : null;
}
