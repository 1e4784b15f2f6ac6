import { errors } from '../../errors.js';

/** Returns the argument that is given and its value. Throws unless exactly one of `names` is given. */
export function oneOf<Name extends string>(
  names: readonly Name[],
  given: { [name in Name]?: string | number | null | undefined },
): [Name, string] {
  const [name, another] = names.filter((each) => given[each] != null);
  if (name === undefined || another !== undefined) throw errors.exactlyOneOf(names);
  return [name, String(given[name])];
}
