const HOST = /^((?:[\w-]+\.)*[\w-]+\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Whether it is a host that an address can name, with a port or without. */
export function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`);
}
