/** Cells are single lines but for army lists, whose lines stay. French thousands are parted by a narrow space. */
export const tidy = (cell: string) => cell.replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ').trim();
