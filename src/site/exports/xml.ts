/** Removes characters that are not allowed in XML, even escaped. */
export const xmlCharacters = (text: string) =>
  text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');

/** Escapes text for XML. */
export const xml = (text: string) =>
  xmlCharacters(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
