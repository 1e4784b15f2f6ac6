/** What a header such as Accept names, in lower case and in its order, with the weights (`q`); 0 means not acceptable. */
export function weightsOf(header: string | null): ReadonlyMap<string, number> {
  return new Map(
    (header ?? '').split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return [name, weight >= 0 && weight <= 1 ? weight : 0];
    }),
  );
}
