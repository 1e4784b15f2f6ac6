/** Memoises by a second key and `select`, held weakly: one object per field of a document or per module. */
export function createMemo<Value>() {
  const known = new WeakMap<object, Map<unknown, Value>>();
  return (select: object, other: unknown, make: () => Value): Value => {
    const bySelect = known.get(select) ?? new Map<unknown, Value>();
    known.set(select, bySelect);
    const value = bySelect.get(other) ?? make();
    bySelect.set(other, value);
    return value;
  };
}
