/** Alternating names and values, which Node accepts as they are: building them is much faster than an object. */
export type HeaderList = readonly string[];

export function headerList(headers: Record<string, string>): HeaderList {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] ?? '');
  return list;
}

export function headerPairs(list: HeaderList): [name: string, value: string][] {
  return Array.from({ length: list.length / 2 }, (_, at) => [list[2 * at] ?? '', list[2 * at + 1] ?? '']);
}
