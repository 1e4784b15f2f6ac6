const HOST = /^((?:[\w-]+\.)*[\w-]+\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** True if the text is a valid host of a URL, with or without a port. */
export function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`);
}
