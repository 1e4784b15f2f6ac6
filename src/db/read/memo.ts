/** What is made of a `select`, which is one object for one field of a document or one module, and of something else is made once. */
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
