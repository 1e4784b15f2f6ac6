/** Cells are single lines but for army lists, whose lines stay. */
export const tidy = (cell: string) => cell.replaceAll('\u00a0', ' ').trim();
