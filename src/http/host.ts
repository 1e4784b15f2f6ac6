const HOST = /^((?:[\w-]+\.)*[\w-]+\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** The last valid host: nearly all requests have the same. */
let known: string | null = null;

/** True if the text is a valid host of a URL, with or without a port. */
export function isHost(text: string): boolean {
  if (text === known) return true;
  if (!HOST.test(text) || !URL.canParse(`http://${text}`)) return false;
  known = text;
  return true;
}
