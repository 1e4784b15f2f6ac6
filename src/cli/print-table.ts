/** Writes rows to standard output, with columns aligned. */
export function printTable(rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** The limit of a key, as a cell. */
export function limitText(limit: number | null): string {
  return limit === null ? 'default' : limit === 0 ? 'none' : limit.toLocaleString('en');
}
