/** As Relay writes it, for things whose own key is not unique among all of their type. */
export function globalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64');
}
