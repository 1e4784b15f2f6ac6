// The part of Markdown that our own documents use, as HTML.

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** `linkOf` returns the address for a link, or null if there is no page for it. */
export function htmlOf(markdown: string, linkOf: (target: string) => string | null): string {
  /** Code is set aside, because nothing in it is markup. */
  const inline = (text: string) =>
    text
      .split(/(`[^`]+`)/)
      .map((part) => (part.startsWith('`') ? `<code>${escaped(part.slice(1, -1))}</code>` : escaped(part)))
      .join('')
      .replace(/\[(.+?)\]\((.+?)\)/g, (_, name: string, target: string) => {
        const to = linkOf(target);
        return to === null ? name : `<a href="${to}">${name}</a>`;
      })
      .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
  const cells = (row: string, tag: string) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('');

  function block(text: string): string {
    const [first = '', ...others] = text.split('\n');
    const heading = /^(#+) (.+)/.exec(first);
    if (heading) {
      const [, marks = '', title = ''] = heading;
      return `<h${marks.length} id="${anchorOf(title)}">${inline(title)}</h${marks.length}>`;
    }
    if (first.startsWith('```'))
      return `<pre tabindex="0"><code>${escaped(others.slice(0, -1).join('\n'))}</code></pre>`;
    if (first.startsWith('|')) {
      const rows = others.slice(1).map((row) => `<tr>${cells(row, 'td')}</tr>`);
      const table = `<table><thead><tr>${cells(first, 'th')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
      return `<div class="scroll" tabindex="0">${table}</div>`;
    }
    if (first.startsWith('- ')) {
      const items = text.slice(2).split(/\n- /);
      return `<ul>${items.map((item) => `<li>${inline(item.replace(/\n\s*/g, ' '))}</li>`).join('')}</ul>`;
    }
    return `<p>${inline(text.replaceAll('\n', ' '))}</p>`;
  }

  return [...markdown.matchAll(/^```[\s\S]*?^```$|^#.*$|(?:^(?!```|#).+\n?)+/gm)]
    .map(([text]) => block(text.trimEnd()))
    .join('\n');
}

/** As in the links of our documents. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
