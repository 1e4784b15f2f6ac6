export const ROWS_MAX = 20_000;
export const COLUMNS_MAX = 500;
