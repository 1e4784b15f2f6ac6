import { zipFile } from './zip-file.js';

type CellValue = string | number | { day: number } | { formula: string; value: number };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** An XLSX workbook with these sheets; `parts` replace parts of the archive; `merged` are ranges of every sheet. */
export function workbook(
  sheets: Record<string, CellValue[][]>,
  parts: Record<string, string> = {},
  merged: readonly string[] = [],
): Uint8Array {
  /** Each text once, with its index, as spreadsheet programs write them. */
  const strings = new Map<string, number>();
  const indexOf = (text: string) => strings.get(text) ?? strings.set(text, strings.size).size - 1;
  const cell = (value: CellValue, row: number, column: number): string => {
    const r = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
    if (typeof value === 'number') return `<c ${r}><v>${value}</v></c>`;
    if (typeof value === 'string') return `<c ${r} t="s"><v>${indexOf(value)}</v></c>`;
    if ('day' in value) return `<c ${r} s="1"><v>${value.day}</v></c>`;
    return `<c ${r}><f>${value.formula}</f><v>${value.value}</v></c>`;
  };
  const mergeCells = `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
  const names = Object.keys(sheets);
  const worksheets = Object.values(sheets).map((rows, at): [string, string] => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `${XML}<worksheet><sheetData>${rows
      .map(
        (row, index) =>
          `<row r="${index + 1}">${row.map((value, column) => cell(value, index, column)).join('')}</row>`,
      )
      .join('')}</sheetData>${mergeCells}</worksheet>`,
  ]);
  return zipFile({
    'xl/workbook.xml': `${XML}<workbook><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships>${names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(worksheets),
    'xl/sharedStrings.xml': `${XML}<sst>${[...strings.keys()].map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    ...parts,
  });
}
