import { errors } from '../errors.js';

/** The argument that is given, of those of which there must be one, and its value. */
export function oneOf<Name extends string>(
  names: readonly Name[],
  given: { [name in Name]?: string | number | null | undefined },
): [Name, string] {
  const [name, another] = names.filter((each) => given[each] != null);
  if (name === undefined || another !== undefined) throw errors.notOneArgument(names);
  return [name, String(given[name])];
}
